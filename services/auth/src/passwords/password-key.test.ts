import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ProtectedPassword } from '@ridgeline/contracts';
import { exportJWK, FlattenedEncrypt, generateKeyPair, importJWK } from 'jose';
import {
  createPasswordKey,
  passwordKeysJsonSchema,
  privatePasswordKeySchema,
  type PrivatePasswordKey,
} from './password-key.ts';

const now = 1_800_000_000_000;
let ours: PrivatePasswordKey;
let another: PrivatePasswordKey;

async function newKey(kid: string): Promise<PrivatePasswordKey> {
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  return privatePasswordKeySchema.parse({ ...(await exportJWK(privateKey)), kid });
}

interface Making {
  readonly key?: PrivatePasswordKey;
  readonly kid?: string;
  readonly alg?: string;
  readonly enc?: string;
  readonly plaintext?: string;
}

async function protect(
  value: string,
  making: Making & { issuedAt?: number } = {},
): Promise<ProtectedPassword> {
  const { key = ours, kid = key.kid, alg = 'ECDH-ES+A256KW', enc = 'A256GCM', issuedAt = now } = making;
  const { kty, crv, x, y } = key;
  const plaintext = making.plaintext ?? JSON.stringify({ value, issuedAt });
  const jwe = await new FlattenedEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg, enc, kid })
    .encrypt(await importJWK({ kty, crv, x, y }, alg));
  return {
    protected: jwe.protected ?? '',
    encrypted_key: jwe.encrypted_key ?? '',
    iv: jwe.iv ?? '',
    ciphertext: jwe.ciphertext,
    tag: jwe.tag ?? '',
  };
}

/** No password was used before: remembering used ones is tested with Redis. */
const unused = { takeOnce: () => Promise.resolve(true) };

const open = async (password: ProtectedPassword): Promise<string> =>
  (await createPasswordKey([ours], unused, () => now)).open(password);

const header = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString('base64url');

beforeAll(async () => {
  ours = await newKey('one');
  another = await newKey('two');
});

describe('Opening a protected password', () => {
  test('What the client protected comes out unaltered', async () => {
    expect(await open(await protect(' pässwörd 🔑 '))).toBe(' pässwörd 🔑 ');
  });

  test.each([
    ['with the key before', () => protect('secret', { key: another })],
    ['with another key under our name', () => protect('secret', { key: another, kid: 'one' })],
    ['six minutes ago', () => protect('secret', { issuedAt: now - 6 * 60_000 })],
    ['two minutes in the future', () => protect('secret', { issuedAt: now + 2 * 60_000 })],
    ['and changed on the way', async () => ({ ...(await protect('secret')), tag: 'AAAAAAAAAAAAAAAAAAAAAA' })],
  ])(
    'When it was made %s, then the error asks the client to fetch the key and try again',
    async (_, make) => {
      await expect(open(await make())).rejects.toMatchObject({
        code: 'auth.password_key_stale',
        fields: { password: expect.any(String) },
      });
    },
  );

  test.each([
    ['no JWE', () => Promise.resolve({ protected: '', encrypted_key: '', iv: '', ciphertext: '', tag: '' })],
    ['made with a weaker cipher', () => protect('secret', { enc: 'A128GCM' })],
    ['made with another key agreement', () => protect('secret', { alg: 'ECDH-ES+A128KW' })],
    [
      'without a real header',
      async () => ({ ...(await protect('secret')), protected: header({ kid: 'one', alg: 'none' }) }),
    ],
    ['no JSON inside', () => protect('', { plaintext: 'secret' })],
    ['without a time', () => protect('', { plaintext: '{"value":"secret"}' })],
    ['without a value', () => protect('', { plaintext: `{"issuedAt":${now}}` })],
  ])('When it is %s, then it counts as unprotected', async (_, make) => {
    await expect(open(await make())).rejects.toMatchObject({ code: 'auth.password_unprotected' });
  });

  test('No error shows what was inside', async () => {
    const error: unknown = await open(await protect('', { plaintext: 'my-secret' })).catch(
      (thrown: unknown) => thrown,
    );
    expect(JSON.stringify(error)).not.toContain('my-secret');
  });
});

describe('Rotation of the key', () => {
  /** The result for a password sealed with one auth process' key, when another process opens it. */
  async function openedAcross(
    told: readonly PrivatePasswordKey[],
    opening: readonly PrivatePasswordKey[],
  ): Promise<string> {
    const process = (keys: readonly PrivatePasswordKey[]) =>
      createPasswordKey(passwordKeysJsonSchema.parse(JSON.stringify(keys)), unused, () => now);
    const { kid } = (await process(told)).publicKey;
    const key = told.find((each) => each.kid === kid);
    return (await process(opening)).open(await protect('secret', { ...(key && { key }) }));
  }

  test.each([
    ['appended', () => [[ours], [ours, another]]],
    [
      'in front',
      () => [
        [ours, another],
        [another, ours],
      ],
    ],
    ['the only one', () => [[another, ours], [another]]],
  ])('When the new key is %s in one process and not yet in the other, then both open', async (_, steps) => {
    const [before = [], after = []] = steps();
    expect(await openedAcross(before, after)).toBe('secret');
    expect(await openedAcross(after, before)).toBe('secret');
  });

  test('When it is put in front in one step, then the process that does not know it refuses', async () => {
    await expect(openedAcross([another, ours], [ours])).rejects.toMatchObject({
      code: 'auth.password_key_stale',
    });
  });
});

describe('The configured key', () => {
  test('It may be a single key or a list, in which names are unique', () => {
    expect(passwordKeysJsonSchema.parse(JSON.stringify(ours))).toEqual([ours]);
    expect(passwordKeysJsonSchema.parse(JSON.stringify([another, ours]))).toEqual([another, ours]);
    expect(passwordKeysJsonSchema.safeParse(JSON.stringify([ours, ours])).success).toBe(false);
  });

  test('Only the public half is published', async () => {
    const { publicKey } = await createPasswordKey([ours], unused);
    expect(publicKey).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: ours.x,
      y: ours.y,
      kid: 'one',
      alg: 'ECDH-ES+A256KW',
      use: 'enc',
    });
  });

  test.each(['', 'not json', '{}', '[]', '{"kty":"EC","crv":"P-256","x":"a","y":"b","kid":"k"}'])(
    'A key that is not complete is refused: %s',
    (text) => {
      expect(passwordKeysJsonSchema.safeParse(text).success).toBe(false);
    },
  );
});
