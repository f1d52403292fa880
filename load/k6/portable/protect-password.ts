import type { passwordKeySchema, ProtectedPassword } from '@ridgeline/contracts';
import type { z } from 'zod';

/** Writes bytes as base64url: k6 and Node have different functions for it. */
type ToBase64Url = (bytes: Bytes) => string;
type Bytes = Uint8Array<ArrayBuffer>;

const keyManagement = 'ECDH-ES+A256KW';

/**
 * Makes the JWE in which a password travels, as `jose` does for browsers (RFC 7516, 7518): ECDH-ES+A256KW and A256GCM. k6
 * loads no packages and its Web Crypto knows no AES-KW, which is why the key is wrapped here. The password is ASCII.
 */
export async function protectPassword(
  password: string,
  key: z.infer<typeof passwordKeySchema>,
  toBase64Url: ToBase64Url,
): Promise<ProtectedPassword> {
  const { kty, crv, x, y, kid } = key;
  const curve = { name: 'ECDH', namedCurve: crv } as const;
  const theirs = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, true, []);
  const ours = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const { x: ourX, y: ourY } = await crypto.subtle.exportKey('jwk', ours.publicKey);
  const header = { alg: keyManagement, enc: 'A256GCM', kid, epk: { kty, crv, x: ourX, y: ourY } };
  const protectedHeader = toBase64Url(ascii(JSON.stringify(header)));

  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256);
  const wrappingKey = await concatKdf(new Uint8Array(secret));
  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: ascii(protectedHeader), tagLength: 128 },
    await aesKey('AES-GCM', contentKey),
    ascii(JSON.stringify({ value: password, issuedAt: Date.now() })),
  );
  const sealed = new Uint8Array(encrypted);
  const tagAt = sealed.length - 16;
  return {
    protected: protectedHeader,
    encrypted_key: toBase64Url(await wrapKey(wrappingKey, contentKey)),
    iv: toBase64Url(iv),
    ciphertext: toBase64Url(sealed.slice(0, tagAt)),
    tag: toBase64Url(sealed.slice(tagAt)),
  };
}

/** By way of an array: k6's engine cannot convert a text to bytes directly. */
const ascii = (text: string): Bytes => Uint8Array.from(Array.from(text, (letter) => letter.charCodeAt(0)));

const aesKey = (name: 'AES-GCM' | 'AES-CBC', bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name }, false, ['encrypt']);

const number32 = (value: number): number[] => [0, 0, value >> 8, value & 255];

/** The key out of the shared secret: one round of the Concat KDF (RFC 7518, 4.6.2). */
async function concatKdf(secret: Bytes): Promise<Bytes> {
  const algorithm = ascii(keyManagement);
  const nobody = number32(0);
  const round = [
    ...number32(1),
    ...secret,
    ...number32(algorithm.length),
    ...algorithm,
    ...nobody,
    ...nobody,
    ...number32(256),
  ];
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(round)));
}

/** Wraps a key (RFC 3394, 2.2.1): six rounds over its blocks of eight bytes. */
async function wrapKey(wrappingKey: Bytes, key: Bytes): Promise<Bytes> {
  const aes = await aesKey('AES-CBC', wrappingKey);
  // CBC over one block from an empty vector is the block cipher itself; what follows is padding.
  const cipher = async (block: Bytes): Promise<Bytes> =>
    new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-CBC', iv: new Uint8Array(16) }, aes, block),
    ).slice(0, 16);
  const blocks = Array.from({ length: key.length / 8 }, (_, at) => key.slice(at * 8, at * 8 + 8));
  let check: Bytes = new Uint8Array(8).fill(0xa6);
  for (let round = 0; round < 6; round += 1)
    for (const [at, block] of blocks.entries()) {
      const out = await cipher(Uint8Array.from([...check, ...block]));
      check = out.slice(0, 8);
      check[7] = (check[7] ?? 0) ^ (round * blocks.length + at + 1);
      blocks[at] = out.slice(8);
    }
  return Uint8Array.from([check, ...blocks].flatMap((block) => [...block]));
}
