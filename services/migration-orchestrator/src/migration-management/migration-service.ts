import {
  createMigration,
  historyPageSize,
  type AnswerOf,
  type CurrentMigration,
  type HistoryPage,
  type listFollowing,
  type Migration,
  type NewMigration,
  type Tally,
  type Throughput,
} from '@ridgeline/contracts';
import { outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor, type UserIdentity } from '@ridgeline/kit';
import { auditRefusals, type AuditEvent } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { readCounts } from '../completion/completion-store.postgres.ts';
import { talliesOf } from '../completion/reconciliation.ts';
import { requireMigration, toMigration } from '../migration-state/migration-row.postgres.ts';
import { readThroughput } from '../throughput/throughput-store.postgres.ts';
import { throughputOf } from '../throughput/throughput.ts';
import { cancelInTransaction } from './cancel-migration.ts';
import type { CompanyTurns } from './company-turns.ts';
import { pauseInTransaction, resumeInTransaction } from './pause-migration.ts';
import { createMigrationOnce, type CreationParts } from './create-migration.ts';
import { currentOf } from './current-store.postgres.ts';
import { newSettledCache, stillFailedOf } from './still-failed.postgres.ts';
import { followingOf, newestOf, pageOf, type HistoryFilter } from './history-store.postgres.ts';
import { createUndoOnce, type UndoCreation } from './undo-migration.ts';
import { findMigration } from './migration-store.postgres.ts';
import { createPlanRun } from './run-plan.ts';

/** Filters and paging of the history. */
type HistoryQuestion = HistoryFilter & { readonly page?: number | undefined };

/** Users' operations on migrations, always within their own company. */
export interface MigrationService {
  /**
   * Throws `connection.not_found`, `migration.connection_invalid`, `migration.too_many_queued`, `request.too_many` when
   * too many of the company's changes wait already, and `request.key_reused` when the idempotency key belongs to
   * another request.
   */
  create(by: Actor, wanted: NewMigration, idempotencyKey: string | null): Promise<Migration>;
  /** Runs the plan of a completed dry run. Throws what `createPlanRun` does. */
  runPlan(by: Actor, id: number, idempotencyKey: string | null): Promise<Migration>;
  /** The undo of an ended migration. Throws as `create` and `createUndoOnce` do. */
  undo(
    by: Actor,
    undo: Pick<UndoCreation, 'id' | 'dryRun'>,
    idempotencyKey: string | null,
  ): Promise<Migration>;
  /** Newest first: the newest matching migrations, or a page of them if requested. */
  list(user: UserIdentity, wanted: HistoryQuestion): Promise<Migration[] | HistoryPage>;
  /** Current migrations: open ones, and the last ones of each connection. */
  current(user: UserIdentity): Promise<CurrentMigration[]>;
  /** Throws `migration.not_found`, as those below. */
  get(user: UserIdentity, id: number): Promise<Migration>;
  /** The migrations that follow on it, newest first, and the one that it follows on. */
  following(user: UserIdentity, id: number): Promise<AnswerOf<typeof listFollowing>>;
  /** The outcomes of its records so far by kind, also while it runs. */
  tallies(user: UserIdentity, id: number): Promise<Record<string, Tally>>;
  /** Its speed, now and over time. */
  throughput(user: UserIdentity, id: number): Promise<Throughput>;
  /** Throws `migration.not_found`, `migration.not_cancellable`, `request.too_many`. If already cancelled: unchanged. */
  cancel(by: Actor, id: number): Promise<Migration>;
  /** Throws `migration.not_found`, `migration.not_pausable` and `request.too_many`. If already paused, returns it unchanged. */
  pause(by: Actor, id: number): Promise<Migration>;
  /** Throws `migration.not_found`, `migration.not_resumable` and `request.too_many`. If not paused, returns it unchanged. */
  resume(by: Actor, id: number): Promise<Migration>;
}

/** The use cases of migrations. */
export function createMigrationService(
  parts: CreationParts & { readonly turns: CompanyTurns },
): MigrationService {
  const { db, turns } = parts;
  const settled = newSettledCache();
  /** Changes a migration in its company's turn, in one transaction; the audit trail records a refusal. */
  const change = (
    by: Actor,
    { id, action }: Pick<AuditEvent, 'action'> & { readonly id: number },
    inTransaction: (tx: Tx) => Promise<Migration>,
  ): Promise<Migration> =>
    turns.take(by.user.companyId, () =>
      auditRefusals(outboxWriter(db), { action, by, what: `#${String(id)}` }, () =>
        db.forCompany(by.user.companyId, inTransaction),
      ),
    );

  return {
    create: (by, wanted, idempotencyKey) =>
      turns.take(by.user.companyId, () =>
        createMigrationOnce(parts, {
          by,
          endpoint: createMigration,
          idempotencyKey,
          body: wanted,
          action: wanted.dryRun ? 'dry-run-created' : 'migration-created',
          wanted,
          follows: null,
        }),
      ),

    runPlan: (by, id, idempotencyKey) =>
      turns.take(by.user.companyId, () => createPlanRun(parts, { by, idempotencyKey }, id)),

    undo: (by, undo, idempotencyKey) =>
      turns.take(by.user.companyId, () => createUndoOnce(parts, { by, ...undo, idempotencyKey })),

    list: ({ companyId }, { page, ...filter }) =>
      db.forCompany(companyId, async (tx) => {
        if (page === undefined) return (await newestOf(tx, { companyId, filter })).map(toMigration);
        const { rows, ...found } = await pageOf(tx, { companyId, filter, page });
        return { ...found, migrations: rows.map(toMigration), pageSize: historyPageSize };
      }),

    current: ({ companyId }) =>
      db.forCompany(companyId, async (tx) => {
        const rows = await currentOf(tx, companyId);
        const still = await stillFailedOf(tx, companyId, rows, settled);
        return rows.map((row) => ({ ...toMigration(row), stillFailed: still.get(row.id) }));
      }),

    async get({ companyId }, id) {
      const row = await db.forCompany(companyId, (tx) => findMigration(tx, { companyId, id }));
      if (!row) throw new AppError('migration.not_found');
      return toMigration(row);
    },

    following: ({ companyId }, id) =>
      db.forCompany(companyId, async (tx) => {
        const row = await findMigration(tx, { companyId, id });
        if (!row) throw new AppError('migration.not_found');
        const { follows } = row;
        const followed = follows === null ? undefined : await findMigration(tx, { companyId, id: follows });
        const following = (await followingOf(tx, companyId, row.id)).map(toMigration);
        return {
          followed: followed ? toMigration(followed) : null,
          following: following.flatMap((each) => (each.follows ? { ...each, follows: each.follows } : [])),
        };
      }),

    tallies: ({ companyId }, id) =>
      db.forCompany(companyId, async (tx) => {
        await requireMigration(tx, companyId, id);
        return talliesOf(await readCounts(tx, id));
      }),

    throughput: ({ companyId }, id) =>
      db.forCompany(companyId, async (tx) => {
        await requireMigration(tx, companyId, id);
        return throughputOf(await readThroughput(tx, id));
      }),

    cancel: (by, id) =>
      change(by, { id, action: 'migration-cancelled' }, (tx) =>
        cancelInTransaction(tx, { ...deedOf(by), why: 'Cancelled' }, id),
      ),
    pause: (by, id) =>
      change(by, { id, action: 'migration-paused' }, (tx) => pauseInTransaction(tx, deedOf(by), id)),
    resume: (by, id) =>
      change(by, { id, action: 'migration-resumed' }, (tx) => resumeInTransaction(tx, deedOf(by), id)),
  };
}

const deedOf = ({ user, origin }: Actor): Pick<AuditEvent, 'by' | 'origin'> => ({ by: user, origin });
