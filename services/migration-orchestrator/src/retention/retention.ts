import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { forgetOldChecks } from '../checks/check-store.postgres.ts';
import { orchestratorJobs } from '../metric-definitions.ts';
import { forgetOldKnown } from '../known-records/known-record-store.postgres.ts';
import {
  deleteSomeRecords,
  dropOldBlock,
  forgetDeletedConnections,
  forgetOldComparisons,
  forgetOldFindings,
  forgetOldRounds,
  forgetOldRows,
  oldMigrations,
  recordBlocks,
} from './retention-store.postgres.ts';

const rowsPerStep = 5_000;
/** Each leaves several hundred rows. */
const roundsPerStep = 20;
const everyMs = 3_600_000;

/** The results of one pass. */
export interface RetentionResult {
  readonly blocksDropped: number;
  readonly migrationsCleared: number;
}

/**
 * Deletes what migrations left (plans, outcomes, reservations, logs) this many days after their end; the migration and its
 * summary stay. Blocks that contain only old migrations are dropped as a whole. Old rows in other blocks are deleted in
 * bounded steps, each in a transaction of its own. Between steps it checks whether to stop: the next pass continues.
 */
export async function forgetOldRecords(
  db: Database,
  keepDays: number,
  signal?: AbortSignal,
): Promise<RetentionResult> {
  const goesOn = (): boolean => signal?.aborted !== true;
  let [blocksDropped, migrationsCleared] = [0, 0];
  let firstKept: number | undefined;
  for (const first of await db.forSystem(recordBlocks)) {
    if (!goesOn()) break;
    if (await db.forSystem((tx) => dropOldBlock(tx, first, keepDays))) blocksDropped += 1;
    else firstKept ??= first;
  }
  const migrations = goesOn() ? await db.forSystem((tx) => oldMigrations(tx, firstKept ?? 0, keepDays)) : [];
  for (const id of migrations) {
    let more = true;
    while (more && goesOn()) more = await db.forSystem((tx) => deleteSomeRecords(tx, id, rowsPerStep));
    if (!more) migrationsCleared += 1;
  }
  while (goesOn() && (await db.forSystem((tx) => forgetOldRounds(tx, keepDays, roundsPerStep))) > 0);
  while (goesOn() && (await db.forSystem((tx) => forgetOldFindings(tx, keepDays, rowsPerStep))) > 0);
  while (goesOn() && (await db.forSystem((tx) => forgetOldComparisons(tx, keepDays, rowsPerStep))) > 0);
  while (goesOn() && (await db.forSystem((tx) => forgetOldChecks(tx, keepDays, rowsPerStep))) > 0);
  while (goesOn() && (await db.forSystem((tx) => forgetOldKnown(tx, keepDays, rowsPerStep))) > 0);
  while (goesOn() && (await db.forSystem((tx) => forgetDeletedConnections(tx, rowsPerStep))) > 0);
  if (goesOn()) await db.forSystem((tx) => forgetOldRows(tx, keepDays));
  return { blocksDropped, migrationsCleared };
}

/** Deletes old records now and every hour until disposed; disposal waits for the current step. */
export function startRetention(options: {
  readonly db: Database;
  readonly keepDays: number;
  readonly metrics?: Registry;
  readonly logger: Logger;
}): AsyncDisposable {
  const { db, keepDays, metrics, logger } = options;
  const stop = new AbortController();
  const round = measureJob(metrics, orchestratorJobs.recordRetention);
  const pass = async (): Promise<void> => {
    try {
      const done = await round(() => forgetOldRecords(db, keepDays, stop.signal));
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
      stop.abort();
      await running;
    },
  };
}
