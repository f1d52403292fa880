import { getMigration, getMigrationLogs, type Migration, type NewMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, runHolder, type TestCompany } from '@ridgeline/testkit';
import { violations, type Evidence } from './violations.ts';

/** A company of a run and its migration. */
export interface Contender {
  readonly company: TestCompany;
  readonly id: number;
  /** AccuLynx' contacts before. */
  readonly before: readonly string[];
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

/** A company that is ready; what is returned starts its migration. */
export async function newContender(
  product: Product,
  contacts: number,
): Promise<(options?: Partial<NewMigration>) => Promise<Contender>> {
  const company = await newTestCompany(product.description, { contacts });
  const connection = await company.connect();
  const before = await company.control.sourceIds(company.user.companyId, 'contacts');
  return async (options) => {
    const { id } = await company.startMigration(connection, options);
    return { company, id, before };
  };
}

const look = ({ company, id }: Contender): Promise<Migration> =>
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
export async function untilSettled(product: Product, contender: Contender): Promise<void> {
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
  const { company, id, before } = contender;
  const { control, user, portalId, session } = company;
  const { companyId } = user;
  const migration = await look(contender);
  const changes = await control.sourceChanges(companyId);
  const idsOf = (action: string) => changes.flatMap((change) => (change.action === action ? change.ids : []));
  const lines = await session.call(getMigrationLogs, {
    params: { id: String(id) },
    query: { limit: 10_000 },
  });
  return {
    migration,
    log: lines
      .filter(({ context }) => !('batch' in context) && !('sourceId' in context))
      .map(({ timestamp, message }) => `${timestamp.slice(11, 23)} ${message}`)
      .reverse(),
    violations: violations({
      migration,
      before,
      after: await control.sourceIds(companyId, 'contacts'),
      inserted: idsOf('inserted'),
      deleted: idsOf('deleted'),
      target: await control.targetContacts(portalId),
      heldStillAtEnd: shiftedUntil < Date.parse(migration.completedAt ?? '') - lastLookMs,
      oneAttemptOnly,
    }),
  };
}
