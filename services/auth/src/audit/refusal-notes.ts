import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { authJobs } from '../metric-definitions.ts';
import { noteLeftOutRefusals } from './refusal-bounds.postgres.ts';

const minute = 60_000;

/** Each minute until disposed, hours that ended get the lines that tell what was left out of the audit trail. */
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
