import { getMigration, getMigrationLogs, type Migration, type NewMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, runHolder, type SourceJob, type TestCompany } from '@ridgeline/testkit';
import type { Load } from './chaos-plan.ts';
import { companionProblems } from './companions.ts';
import { sidesOf } from './sides.ts';
import { violations, type Evidence } from './violations.ts';

/** A company of a run and its migration. */
export interface Contender {
  readonly company: TestCompany;
  readonly id: number;
  readonly load: Load;
  /** AccuLynx' records of the migrated kind before. */
  readonly before: readonly string[];
  /** AccuLynx' jobs before. */
  readonly jobsBefore: readonly SourceJob[];
  /** How many contacts were in HubSpot before. */
  readonly contactsBefore: number;
}

/** How a company's migration ended. */
interface Verdict {
  readonly migration: Migration;
  readonly violations: readonly string[];
  /** What its log says besides its batches and records, oldest first. */
  readonly log: readonly string[];
}

const endsWithinMs = 240_000;
/** A run asks AccuLynx for its count before it settles what is left and closes its account. */
const lastLookMs = 5_000;
const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);

/** A company that is ready, its contacts in HubSpot where they go first; what is returned starts its migration. */
export async function newContender(
  product: Product,
  load: Load,
): Promise<(options?: Partial<NewMigration>) => Promise<Contender>> {
  const { contacts, jobs, type, contactsFirst } = load;
  const company = await newTestCompany(product.description, { contacts, jobs });
  const connection = await company.connect();
  if (contactsFirst)
    await untilSettled(product, { company, id: (await company.startMigration(connection)).id });
  const { control, user, portalId } = company;
  const known = {
    before: await sidesOf[type].sourceIds(control, user.companyId),
    jobsBefore: await control.sourceJobs(user.companyId),
    contactsBefore: (await control.targetContacts(portalId)).length,
  };
  return async (options) => {
    const { id } = await company.startMigration(connection, { migrationType: type, ...options });
    return { company, id, load, ...known };
  };
}

const look = ({ company, id }: Pick<Contender, 'company' | 'id'>): Promise<Migration> =>
  company.session.call(getMigration, { params: { id: String(id) } });

/** Waits until so large a share of the records is processed, or the migration has ended. */
export async function untilShare(contender: Contender, share: number): Promise<void> {
  await eventually(
    async () => {
      const { status, processedCount, targetCount } = await look(contender);
      const reached = targetCount > 0 && processedCount >= share * targetCount;
      if (!ended.has(status) && !reached) throw new Error(`It is at ${String(processedCount)}`);
    },
    { within: endsWithinMs, what: `migration ${String(contender.id)} to reach ${share.toFixed(2)}` },
  );
}

/** Waits until the migration has ended and no worker has anything in hand any more. */
export async function untilSettled(
  product: Product,
  contender: Pick<Contender, 'company' | 'id'>,
): Promise<void> {
  await eventually(
    async () => {
      const migration = await look(contender);
      if (!ended.has(migration.status)) throw new Error(`It is ${JSON.stringify(migration)}`);
      if (migration.reconciliation === null || (await runHolder(product)))
        throw new Error('A worker still has it in hand');
    },
    { within: endsWithinMs, what: `migration ${String(contender.id)} to end` },
  );
}

/** Judges how a migration ended; AccuLynx' list last changed at `shiftedUntil`. */
export async function judged(
  contender: Contender,
  { shiftedUntil, oneAttemptOnly }: { shiftedUntil: number } & Pick<Evidence, 'oneAttemptOnly'>,
): Promise<Verdict> {
  const { company, id, load, before } = contender;
  const { sourceIdProperty, sourceIds, targets } = sidesOf[load.type];
  const { control, user, portalId, session } = company;
  const { companyId } = user;
  const migration = await look(contender);
  const changes = (await control.sourceChanges(companyId)).filter(({ list }) => list === load.type);
  const idsOf = (action: string) => changes.flatMap((change) => (change.action === action ? change.ids : []));
  const lines = await session.call(getMigrationLogs, {
    params: { id: String(id) },
    query: { limit: 10_000 },
  });
  return {
    migration,
    log: lines
      .filter(({ message, context }) => !message.startsWith('Batch ') && !('sourceId' in context))
      .map(({ timestamp, message }) => `${timestamp.slice(11, 23)} ${message}`)
      .reverse(),
    violations: [
      ...violations({
        migration,
        sourceIdProperty,
        before,
        after: await sourceIds(control, companyId),
        inserted: idsOf('inserted'),
        deleted: idsOf('deleted'),
        target: await targets(control, portalId),
        heldStillAtEnd: shiftedUntil < Date.parse(migration.completedAt ?? '') - lastLookMs,
        oneAttemptOnly,
      }),
      ...(load.type === 'jobs' ? await companionsJudged(contender, migration) : []),
    ],
  };
}

async function companionsJudged(
  { company, jobsBefore, contactsBefore }: Contender,
  migration: Migration,
): Promise<string[]> {
  const { control, user, portalId } = company;
  const jobs = [...jobsBefore, ...(await control.sourceJobs(user.companyId))];
  return companionProblems({
    migration,
    contactsBefore,
    jobs: [...new Map(jobs.map((job) => [job.id, job])).values()],
    deals: await control.targetDeals(portalId),
    contacts: await control.targetContacts(portalId),
    associations: await control.targetAssociations(portalId, 'deals', 'contacts'),
  });
}
