import { createHash, randomBytes } from 'node:crypto';

/** The secret of a link that leaves by mail: what stands in the link, and what stands in the database. */
export interface LinkToken {
  readonly token: string;
  readonly hash: Buffer;
}

/**
 * How a token is stored and looked up. A plain SHA-256 is enough: 256 random bits cannot be guessed, and the look-up by
 * hash takes no time that would tell how much of a wrong token was right.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new secret of 256 random bits. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
