import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { masterKeysSchema, type MasterKeys } from './master-keys.ts';
import { openSecrets, sealSecrets, type SealedSecrets } from './sealed-secrets.ts';
import { rewrapKey } from './wrapped-keys.ts';

const entry = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const masterKeys = (...entries: string[]): MasterKeys => masterKeysSchema.parse(entries.join(','));

const owner = { companyId: 'acme', connectionId: 7 };
const secrets = { acculynxApiKey: 'acculynx-canary-é漢🔑', hubspotPat: 'hubspot-canary' };
const failure = expect.objectContaining({ code: 'server.failed' });

describe('Sealed secrets', () => {
  const keys = masterKeys(entry('a'));

  test('When they are opened for their owner, then they are what was sealed', () => {
    expect(openSecrets(keys, owner, sealSecrets(keys, owner, secrets))).toEqual(secrets);
  });

  test('When the same secrets are sealed twice, then no part of the two is equal', () => {
    const [one, other] = [sealSecrets(keys, owner, secrets), sealSecrets(keys, owner, secrets)];

    expect(one.dataKey.wrapped).not.toEqual(other.dataKey.wrapped);
    expect(one.fields.hubspotPat).not.toEqual(other.fields.hubspotPat);
  });

  test.each([
    ['another connection', { companyId: 'acme', connectionId: 8 }],
    ['another company', { companyId: 'acme2', connectionId: 7 }],
  ])('When a whole row is moved to %s, then it cannot be opened', (_, elsewhere) => {
    const sealed = sealSecrets(keys, owner, secrets);

    expect(() => openSecrets(keys, elsewhere, sealed)).toThrow(failure);
  });

  test('When one ciphertext is swapped for that of another connection, then it cannot be opened', () => {
    const sealed = sealSecrets(keys, owner, secrets);
    const other = sealSecrets(keys, { ...owner, connectionId: 8 }, secrets);
    const swapped: SealedSecrets = {
      ...sealed,
      fields: { ...sealed.fields, hubspotPat: other.fields.hubspotPat },
    };

    expect(() => openSecrets(keys, owner, swapped)).toThrow(failure);
  });

  test('When the two ciphertexts of a connection change places, then they cannot be opened', () => {
    const { dataKey, fields } = sealSecrets(keys, owner, secrets);
    const crossed = { acculynxApiKey: fields.hubspotPat, hubspotPat: fields.acculynxApiKey };

    expect(() => openSecrets(keys, owner, { dataKey, fields: crossed })).toThrow(failure);
  });

  test('When any one byte is altered or missing, then they cannot be opened', () => {
    const sealed = sealSecrets(keys, owner, secrets);
    const { hubspotPat } = sealed.fields;
    for (let at = 0; at < hubspotPat.length; at += 1) {
      const altered = Buffer.from(hubspotPat);
      altered[at] = (altered[at] ?? 0) ^ 1;
      const tampered = { ...sealed, fields: { ...sealed.fields, hubspotPat: altered } };
      expect(() => openSecrets(keys, owner, tampered)).toThrow(failure);
    }
    const cut = { ...sealed, fields: { ...sealed.fields, hubspotPat: hubspotPat.subarray(0, 20) } };
    expect(() => openSecrets(keys, owner, cut)).toThrow(failure);
  });
});

describe('Rotation of master keys', () => {
  const [oldEntry, newEntry] = [entry('old'), entry('new')];
  const before = masterKeys(oldEntry);
  const during = masterKeys(newEntry, oldEntry);
  const after = masterKeys(newEntry);

  test('When a new key comes first, then what the old one wrapped still opens, and new secrets use the new one', () => {
    const sealed = sealSecrets(before, owner, secrets);

    expect(openSecrets(during, owner, sealed)).toEqual(secrets);
    expect(sealSecrets(during, owner, secrets).dataKey.masterKeyId).toBe('new');
  });

  test('When a data key was wrapped again, then the old master key can be removed', () => {
    const sealed = sealSecrets(before, owner, secrets);
    const rotated = { ...sealed, dataKey: rewrapKey(during, { companyId: 'acme', id: 7 }, sealed.dataKey) };

    expect(openSecrets(after, owner, rotated)).toEqual(secrets);
    expect(() => openSecrets(after, owner, sealed)).toThrow(failure);
  });
});
