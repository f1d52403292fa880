import { untilMigration } from '../../support/migrations.ts';
import { start, type Contender } from '../seeded/contender.ts';
import { judged } from '../seeded/verdict.ts';
import type { RollingEvidence } from './rolling-evidence.ts';

type Migrated = RollingEvidence['migrations'][number];

/** How many contacts come to AccuLynx before each further migration, which else would find nothing to write. */
const newcomers = 300;

/** Lets migrations of a company follow one another until it is stopped; checks each against what the simulators hold. */
export async function keepMigrating(first: Contender, stop: AbortSignal): Promise<Migrated[]> {
  const { control, user } = first.company;
  const next = async (): Promise<Contender> => {
    await control.insertIntoSource(user.companyId, 'contacts', { count: newcomers });
    const before = await control.sourceIds(user.companyId, 'contacts');
    return { ...(await start(first)), before };
  };
  const done: Migrated[] = [];
  for (let contender = first; ; contender = await next()) {
    const { company, id } = contender;
    const what = `migration ${String(id)} to close its account`;
    await untilMigration(company, id, ({ reconciliation }) => reconciliation !== null, what);
    const { migration, violations } = await judged(contender, { shiftedAfter: 0, oneAttemptOnly: false });
    done.push({ created: migration.createdCount, violations });
    if (stop.aborted) return done;
  }
}
