import { describe, expect, test } from '@jest/globals';
import { forwardedHeaders } from './forwarded-headers.ts';

const trusted = {
  requestId: 'request-1',
  clientAddress: '203.0.113.9',
  token: 'signed',
  traceparent: undefined,
  bodyLength: undefined,
};

describe('Headers on their way to a service', () => {
  test('No header passes that a service might trust', () => {
    const claims = {
      authorization: 'Bearer forged',
      cookie: 'ridgeline.sid=stolen',
      'x-request-id': 'mine',
      'x-user-id': '1',
      'x-company-id': 'co_other',
      'x-client-address': '10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      traceparent: '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01',
      connection: 'x-user-id',
      host: 'elsewhere',
    };
    expect(forwardedHeaders(claims, trusted)).toEqual({
      'x-request-id': 'request-1',
      'x-client-address': '203.0.113.9',
      authorization: 'Bearer signed',
    });
  });

  test('What describes the body and the wish passes', () => {
    const passes = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const framing = { 'content-length': '9', 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' };
    expect(forwardedHeaders({ ...passes, ...framing }, { ...trusted, token: null, bodyLength: 2 })).toEqual({
      ...passes,
      'content-length': '2',
      'x-request-id': 'request-1',
      'x-client-address': '203.0.113.9',
    });
  });
});
