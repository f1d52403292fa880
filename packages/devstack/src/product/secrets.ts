import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';

/** The secrets of one local stack. Made once per data folder, readable by its owner only. */
export interface StackSecrets {
  readonly identityKey: string;
  readonly sessionSecret: string;
  /** `id:base64` of the key that wraps the connections' data keys. */
  readonly masterKeys: string;
  /** The private JWK with which passwords are opened, as JSON. */
  readonly passwordKey: string;
  readonly databasePassword: string;
}

/** Reads the stack's secrets, or makes them on the first start. */
export async function loadSecrets(dir: string): Promise<StackSecrets> {
  const file = join(dir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as StackSecrets;
  const secrets = await makeSecrets();
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

async function makeSecrets(): Promise<StackSecrets> {
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'local-1', alg: 'ECDH-ES+A256KW', use: 'enc' };
  return {
    identityKey: randomBytes(32).toString('hex'),
    sessionSecret: randomBytes(32).toString('hex'),
    masterKeys: `local-1:${randomBytes(32).toString('base64')}`,
    passwordKey: JSON.stringify(jwk),
    databasePassword: randomBytes(16).toString('hex'),
  };
}
