import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';

/** The product's own secrets, newly generated at random. */
export interface NewSecrets {
  readonly identityKey: string;
  readonly sessionSecret: string;
  /** `id:base64` of the key that wraps the connections' data keys. */
  readonly masterKeys: string;
  /** The private JWK with which passwords are opened, as JSON. */
  readonly passwordKey: string;
}

/** Makes a set of secrets; `keyId` names the two keys whose ids distinguish them during a rotation. */
export async function newSecrets(keyId: string): Promise<NewSecrets> {
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: keyId, alg: 'ECDH-ES+A256KW', use: 'enc' };
  return {
    identityKey: randomBytes(32).toString('hex'),
    sessionSecret: randomBytes(32).toString('hex'),
    masterKeys: `${keyId}:${randomBytes(32).toString('base64')}`,
    passwordKey: JSON.stringify(jwk),
  };
}
