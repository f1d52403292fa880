import { expect, test } from '@jest/globals';
import { certificateFault } from './certificate-fault.ts';

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'server'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'server'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'server'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'server'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'own'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'own'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'own'],
  ['ECONNREFUSED', null],
  ['28P01', null],
] as const)('%s is the fault of the certificate of: %s', (code, fault) => {
  expect(certificateFault(Object.assign(new Error('failed'), { code }))).toBe(fault);
});

test('What has no code is no fault of a certificate', () => {
  expect(certificateFault(new Error('failed'))).toBeNull();
  expect(certificateFault(null)).toBeNull();
});
