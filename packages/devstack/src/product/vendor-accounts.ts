import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredentials } from './description.ts';

const fileIn = (dir: string): string => join(dir, 'vendor-accounts.json');

/** Makes a company's vendor accounts known to the simulators, which forget them when they end. `control`: their address. */
export async function registerAccounts(
  control: string,
  { companyId, name, acculynxApiKey, hubspotPat }: DemoCredentials,
): Promise<void> {
  const response = await fetch(`${control}/__sim/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId, name, acculynxApiKey, hubspotToken: hubspotPat }),
  });
  if (!response.ok) throw new Error(`The simulators refused the company ${name}: ${await response.text()}`);
}

/** Keeps the accounts of the demo companies beside the stack's data. */
export function keepAccounts(dir: string, accounts: readonly DemoCredentials[]): void {
  writeFileSync(fileIn(dir), JSON.stringify(accounts), { mode: 0o600 });
}

/**
 * The accounts that an earlier start has kept; none on the first one. They are to be known before any service starts: the
 * stored connections are checked at once, and would be found invalid.
 */
export function keptAccounts(dir: string): readonly DemoCredentials[] {
  const file = fileIn(dir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoCredentials[]) : [];
}
