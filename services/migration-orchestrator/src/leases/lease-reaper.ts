import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { commandStart } from '../commands/start-command.ts';
import { endMigration } from '../endings/end-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { migrationColumns, type MigrationRow } from '../migration/migration-row.ts';
import { closeAttempt } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';

/** So many attempts in a row may crash without one batch done before the migration is given up. */
const crashLimit = 3;

const givenUp =
  `The migration was given up: ${crashLimit} workers in a row stopped before they finished a batch. ` +
  'Nothing that was written is lost; start a new migration to go on.';

/**
 * Takes back every lease that is over, by the database's clock, and answers how many there were. Each in a transaction
 * of its own, so that no transaction holds two companies' sequences; several orchestrators may do this at once.
 */
export async function reapLeases(db: Database): Promise<number> {
  const over = await db.forSystem((tx) =>
    tx.query<{ id: number }>(
      `select id from migrations where holder is not null and lease_until < clock_timestamp() order by id`,
      [],
    ),
  );
  let reaped = 0;
  for (const { id } of over) if (await db.forSystem((tx) => reap(tx, id))) reaped += 1;
  return reaped;
}

async function reap(tx: Tx, id: number): Promise<boolean> {
  const migration = await tx.maybeOne<MigrationRow>(
    `select ${migrationColumns} from migrations
     where id = $1 and holder is not null and lease_until < clock_timestamp()
     for no key update skip locked`,
    [id],
  );
  if (!migration) return false;
  await closeAttempt(tx, { migrationId: id, epoch: migration.epoch }, 'crashed');
  if (migration.status === 'cancelled')
    // Nobody can claim it any more, so its epoch stays: the batch that was in flight still counts when it is reported.
    await endMigration(tx, migration, { status: 'cancelled', sourceCount: null, failureMessage: null });
  else if (migration.crashes_without_progress + 1 >= crashLimit) await giveUp(tx, migration);
  else await handOver(tx, migration);
  await announceChange(tx, id);
  return true;
}

/** The new epoch fences the old holder at once, not only when another worker claims. */
async function handOver(tx: Tx, { id, attempt }: MigrationRow): Promise<void> {
  await tx.query(
    `update migrations
     set holder = null, lease_until = null, epoch = epoch + 1, attempt = attempt + 1,
       crashes_without_progress = crashes_without_progress + 1, last_activity_at = now(), waiting_for = $2
     where id = $1`,
    [id, 'The worker was lost; waiting for another one to go on'],
  );
  await commandStart(tx, id);
  await note(tx, id, 'warning', 'The worker does not answer any more; another one goes on', { attempt });
}

async function giveUp(tx: Tx, migration: MigrationRow): Promise<void> {
  await tx.query(
    `update migrations set epoch = epoch + 1, crashes_without_progress = crashes_without_progress + 1 where id = $1`,
    [migration.id],
  );
  await endMigration(tx, migration, { status: 'failed', sourceCount: null, failureMessage: givenUp });
  await note(tx, migration.id, 'error', givenUp, { attempt: migration.attempt });
}

/** Milliseconds until the first of all leases ends, by the database's clock; null when nobody holds one. */
async function untilNextEnd(db: Database): Promise<number | null> {
  const { ms } = await db.forSystem((tx) =>
    tx.one<{ ms: number | null }>(
      `select (extract(epoch from min(lease_until) - clock_timestamp()) * 1000)::float8 as ms
       from migrations where holder is not null`,
    ),
  );
  return ms;
}

/** A lease counts as over just after its end. */
const afterEndMs = 10;
const retryMs = 500;

/**
 * Reaps whenever a lease may have ended, until disposed. It sleeps until the first lease ends and never longer than a
 * lease lasts: one that was granted meanwhile, by any orchestrator, cannot end before.
 */
export function startLeaseReaper(options: {
  readonly db: Database;
  readonly leaseMs: number;
  readonly logger: Logger;
  readonly onReaped: (leases: number) => void;
}): AsyncDisposable {
  const { db, leaseMs, logger, onReaped } = options;
  const stop = new AbortController();
  const pass = async (): Promise<number> => {
    try {
      const next = await untilNextEnd(db);
      if (next === null) return leaseMs;
      if (next > 0) return Math.min(leaseMs, next + afterEndMs);
      onReaped(await reapLeases(db));
      return afterEndMs;
    } catch (error) {
      logger.warn({ err: error }, 'Leases could not be checked; trying again');
      return retryMs;
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted)
      await delay(await pass(), undefined, { signal: stop.signal }).catch(() => undefined);
  };
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
