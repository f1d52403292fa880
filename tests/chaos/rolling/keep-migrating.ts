import { untilMigration } from '../../support/migrations.ts';
import { judged, type Contender } from '../seeded/contender.ts';
import type { RollingEvidence } from './rolling-evidence.ts';

type Migrated = RollingEvidence['migrations'][number];

/** Lets migrations of a company follow one another until told to stop; judges each by what the simulators hold. */
export async function keepMigrating(
  first: Contender,
  next: () => Promise<Contender>,
  stop: AbortSignal,
): Promise<Migrated[]> {
  const done: Migrated[] = [];
  for (let contender = first; ; contender = await next()) {
    const { company, id } = contender;
    const what = `migration ${String(id)} to close its account`;
    await untilMigration(company, id, ({ reconciliation }) => reconciliation !== null, what);
    const { migration, violations } = await judged(contender, { shiftedUntil: 0, oneAttemptOnly: false });
    done.push({ processed: migration.processedCount, violations });
    if (stop.aborted) return done;
  }
}
