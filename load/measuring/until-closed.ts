import { getMigration, type Migration } from '@ridgeline/contracts';
import { poll, retryEvery } from '@ridgeline/kit';
import type { TestCompany } from '@ridgeline/testkit';

/** Waits until a migration has ended and its summary is complete. */
export function untilClosed({ session }: TestCompany, id: number): Promise<Migration> {
  const look = async (): Promise<Migration | undefined> => {
    const migration = await session.callPatiently(getMigration, { params: { id: String(id) } });
    return migration.completedAt !== null && migration.reconciliation !== null ? migration : undefined;
  };
  return poll(retryEvery(200), look, { what: `migration ${id} to close` });
}

/** The number of the last request that the company's runs have made. */
export async function lastRequest({ control, user }: TestCompany): Promise<number> {
  return (await control.requests(user.companyId)).at(-1)?.number ?? 0;
}
