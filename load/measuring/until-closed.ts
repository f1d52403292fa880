import { setTimeout as delay } from 'node:timers/promises';
import { getMigration, type Migration } from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';

/** Waits until a migration has ended and its account is closed. */
export async function untilClosed({ session }: TestCompany, id: number): Promise<Migration> {
  for (;;) {
    const migration = await session.callPatiently(getMigration, { params: { id: String(id) } });
    if (migration.completedAt !== null && migration.reconciliation !== null) return migration;
    await delay(200);
  }
}

/** The number of the last request that the company's runs have made. */
export async function lastRequest({ control, user }: TestCompany): Promise<number> {
  return (await control.requests(user.companyId)).at(-1)?.number ?? 0;
}
