import { describe, expect, test } from '@jest/globals';
import type { passwordKeySchema } from '@ridgeline/contracts';
import { exportJWK, flattenedDecrypt, generateKeyPair } from 'jose';
import type { z } from 'zod';
import { protectPassword } from './protect-password.ts';

const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

describe('A password that k6 protects', () => {
  test('When jose opens it with the private key, then it is the password, made just now', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', {
      crv: 'P-256',
      extractable: true,
    });
    const jwk = {
      ...(await exportJWK(publicKey)),
      kid: 'a-key',
      alg: 'ECDH-ES+A256KW',
      use: 'enc',
    } as z.infer<typeof passwordKeySchema>;
    const sealed = await protectPassword('a-long-enough-password', jwk, toBase64Url);
    const { plaintext, protectedHeader } = await flattenedDecrypt(sealed, privateKey);
    const opened = JSON.parse(new TextDecoder().decode(plaintext)) as { value: string; issuedAt: number };
    expect(opened.value).toBe('a-long-enough-password');
    expect(Math.abs(Date.now() - opened.issuedAt)).toBeLessThan(30_000);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: 'a-key' });
  });
});
