import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { authJobs } from '../metric-definitions.ts';
import { forgetLines } from './audit-store.postgres.ts';
import { noteLeftOutRefusals } from './refusal-bounds.postgres.ts';

/** Dependencies of the retention job. */
export interface AuditRetentionOptions {
  readonly db: Database;
  readonly keepDays: number;
  readonly logger: Logger;
  /** The clock, in epoch milliseconds. */
  readonly now?: () => number;
  /** Entries deleted per transaction. */
  readonly batch?: number;
  readonly everyMs?: number;
  readonly metrics?: Registry;
}

const day = 86_400_000;

/** Forgets lines that are too old, now and every day until disposed; what is under way then ends with its batch. */
export function startAuditRetention(options: AuditRetentionOptions): AsyncDisposable {
  const { db, keepDays, logger, now = Date.now, batch = 5_000, everyMs = day, metrics } = options;
  const round = measureJob(metrics, authJobs.auditRetention);
  let stopped = false;

  const forgetBatch = (): Promise<number> => {
    const before = new Date(now() - keepDays * day);
    return db.forSystem((tx) => forgetLines(tx, before, batch));
  };

  const forget = async (): Promise<void> => {
    let gone = 0;
    try {
      await round(async () => {
        for (let last = batch; last === batch && !stopped; gone += last) last = await forgetBatch();
      });
    } catch (error) {
      logger.warn({ err: error }, 'The audit trail could not be cut; it is tried again in a day');
    }
    if (gone > 0) logger.info({ gone, keepDays }, 'Old lines of the audit trail are gone');
  };

  let running = forget();
  const timer = setInterval(() => {
    running = running.then(forget);
  }, everyMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

const minute = 60_000;

/** Summarizes, each minute until disposed, the refusals that the audit trail left out in hours that have ended. */
export function startRefusalNotes({
  db,
  logger,
  metrics,
}: {
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics?: Registry;
}): AsyncDisposable {
  const round = measureJob(metrics, authJobs.refusalNotes);
  const note = (): Promise<void> =>
    round(() => db.forSystem(noteLeftOutRefusals)).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'Refusals that have no line could not be counted; trying again in a minute',
      ),
    );
  let running = note();
  const timer = setInterval(() => {
    running = running.then(note);
  }, minute).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
