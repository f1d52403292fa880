import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredentials, DemoSignIn } from './description.ts';
import type { Seed } from './seed.ts';

const accountsIn = (dir: string): string => join(dir, 'vendor-accounts.json');
const signInsIn = (dir: string): string => join(dir, 'sign-ins.json');

/** Stores what a stack was filled with beside its data. */
export function keepSeed(dir: string, { signIns, credentials }: Seed): void {
  writeFileSync(accountsIn(dir), JSON.stringify(credentials), { mode: 0o600 });
  writeFileSync(signInsIn(dir), JSON.stringify(signIns), { mode: 0o600 });
}

/**
 * The accounts that an earlier start stored; none on the first start. They must be known before any service starts: the
 * stored connections are checked immediately, and would be found invalid.
 */
export function keptAccounts(dir: string): readonly DemoCredentials[] {
  const file = accountsIn(dir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoCredentials[]) : [];
}

/** What an earlier start filled the stack with; null where none completed. */
export function keptSeed(dir: string): Seed | null {
  const file = signInsIn(dir);
  if (!existsSync(file)) return null;
  return {
    signIns: JSON.parse(readFileSync(file, 'utf8')) as DemoSignIn[],
    credentials: keptAccounts(dir),
  };
}
