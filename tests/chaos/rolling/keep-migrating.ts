import { untilMigration } from '../../support/migrations.ts';
import { start, type MigratingTenant } from '../seeded/migrating-tenant.ts';
import { checkedTenant } from '../seeded/verdict.ts';
import type { RollingEvidence } from './rolling-evidence.ts';

type Migrated = RollingEvidence['migrations'][number];

/** The number of contacts added to AccuLynx before each further migration, so that it has something to write. */
const newcomers = 300;

/** Runs a company's migrations one after another until stopped; checks each against what the simulators hold. */
export async function keepMigrating(first: MigratingTenant, stop: AbortSignal): Promise<Migrated[]> {
  const { control, user } = first.company;
  const next = async (): Promise<MigratingTenant> => {
    await control.insertIntoSource(user.companyId, 'contacts', { count: newcomers });
    const before = await control.sourceIds(user.companyId, 'contacts');
    return { ...(await start(first)), before };
  };
  const done: Migrated[] = [];
  for (let tenant = first; ; tenant = await next()) {
    const { company, id } = tenant;
    const what = `migration ${String(id)} to close its account`;
    await untilMigration(company, id, ({ reconciliation }) => reconciliation !== null, what);
    const { migration, violations } = await checkedTenant(tenant, { shiftedAfter: 0, oneAttemptOnly: false });
    done.push({ created: migration.createdCount, violations });
    if (stop.aborted) return done;
  }
}
