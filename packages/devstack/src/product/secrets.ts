import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecrets, type NewSecrets } from '@ridgeline/kit/secrets';

/** The secrets of one local stack. Created once per data folder, readable by its owner only. */
export interface StackSecrets extends NewSecrets {
  readonly databasePassword: string;
}

/** Reads the stack's secrets, or creates them on the first start. */
export async function loadSecrets(dir: string): Promise<StackSecrets> {
  const file = join(dir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as StackSecrets;
  const secrets = await makeSecrets();
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

async function makeSecrets(): Promise<StackSecrets> {
  return { ...(await newSecrets('local-1')), databasePassword: randomBytes(16).toString('hex') };
}
