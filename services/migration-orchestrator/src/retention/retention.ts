import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import {
  deleteSomeRecords,
  dropOldBlock,
  forgetOldRows,
  oldMigrations,
  recordBlocks,
} from './retention-store.postgres.ts';

const rowsPerStep = 5_000;
const everyMs = 3_600_000;

/** What one pass did. */
export interface RetentionResult {
  readonly blocksDropped: number;
  readonly migrationsCleared: number;
}

/**
 * Forgets what migrations left (plans, outcomes, reservations, logs) so many days after their end; the migration and its
 * account stay. Blocks of old migrations are dropped whole; what is old in a block with young ones is deleted, in
 * bounded steps, each in a transaction of its own.
 */
export async function forgetOldRecords(db: Database, keepDays: number): Promise<RetentionResult> {
  const blocks = await db.forSystem(recordBlocks);
  const kept: number[] = [];
  for (const first of blocks)
    if (!(await db.forSystem((tx) => dropOldBlock(tx, first, keepDays)))) kept.push(first);
  const migrations = await db.forSystem((tx) => oldMigrations(tx, kept[0] ?? 0, keepDays));
  for (const id of migrations) {
    let more = true;
    while (more) more = await db.forSystem((tx) => deleteSomeRecords(tx, id, rowsPerStep));
  }
  await db.forSystem((tx) => forgetOldRows(tx, keepDays));
  return { blocksDropped: blocks.length - kept.length, migrationsCleared: migrations.length };
}

/** Forgets old records now and every hour until disposed. */
export function startRetention(options: {
  readonly db: Database;
  readonly keepDays: number;
  readonly metrics?: Registry;
  readonly logger: Logger;
}): AsyncDisposable {
  const { db, keepDays, metrics, logger } = options;
  const round = measureJob(metrics, 'record-retention');
  const pass = async (): Promise<void> => {
    try {
      const done = await round(() => forgetOldRecords(db, keepDays));
      if (done.blocksDropped + done.migrationsCleared > 0) logger.info(done, 'Old records were forgotten');
    } catch (error) {
      logger.warn({ err: error }, 'Old records could not be forgotten; it is tried again in an hour');
    }
  };
  let running = pass();
  const timer = setInterval(() => {
    running = running.then(pass);
  }, everyMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
