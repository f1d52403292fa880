import { describe, expect, test } from '@jest/globals';
import { maskOfNothing } from '@ridgeline/contracts';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import type { StoredSecrets } from './stored-secrets.ts';
import { unmasked } from './unmasked.ts';

const mask = '••••1a2b';
const stored: StoredSecrets = ({ companyId, connectionId }) =>
  Promise.resolve(
    companyId === 'acme' && connectionId === 7
      ? ({ acculynxApiKey: 'stored key', hubspotPat: 'stored token' } as ConnectionSecrets)
      : null,
  );
const never: StoredSecrets = () => {
  throw new Error('The store must not be asked');
};

describe('What a form sent for secrets', () => {
  test('What was typed stays, and the store is not asked', async () => {
    const typed = { acculynxApiKey: 'typed key', hubspotPat: 'typed token' };
    expect(await unmasked(typed, { companyId: 'acme', connectionId: 7 }, never)).toEqual(typed);
  });

  test('A mask stands for what is stored, and only the masks do', async () => {
    const of = { companyId: 'acme', connectionId: 7 };
    expect(await unmasked({ acculynxApiKey: mask, hubspotPat: 'typed token' }, of, stored)).toEqual({
      acculynxApiKey: 'stored key',
      hubspotPat: 'typed token',
    });
    expect(await unmasked({ hubspotPat: mask }, of, stored)).toEqual({ hubspotPat: 'stored token' });
  });

  test('A mask without a connection is too short for a secret, in its own field', async () => {
    const of = { companyId: 'acme', connectionId: undefined };
    await expect(
      unmasked({ acculynxApiKey: 'typed key', hubspotPat: mask }, of, never),
    ).rejects.toMatchObject({
      code: 'connection.hubspot_token_too_short',
      fields: { hubspotPat: maskOfNothing.hubspotPat.text },
    });
    await expect(unmasked({ acculynxApiKey: mask, hubspotPat: mask }, of, never)).rejects.toMatchObject({
      code: 'connection.acculynx_key_too_short',
      fields: { acculynxApiKey: expect.any(String), hubspotPat: expect.any(String) },
    });
  });

  test("Another company's connection does not exist", async () => {
    const of = { companyId: 'other', connectionId: 7 };
    await expect(unmasked({ hubspotPat: mask }, of, stored)).rejects.toMatchObject({
      code: 'connection.not_found',
    });
  });
});
