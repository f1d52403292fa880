import { addToOutbox, once, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';
import { storeLastResult } from '../stored-checks/last-result-store.postgres.ts';
import { resultEvent } from '../stored-checks/result-event.ts';
import { scheduleNextCheck } from '../stored-checks/schedule-store.postgres.ts';
import { isAccepted, type StoredCheck } from '../stored-checks/stored-credentials.ts';

/** A connection whose credential a vendor refused during a run. */
export interface Refusal extends ConnectionOfCompany {
  readonly eventId: string;
}

/** Dependencies of checking again. */
export interface RefusalServiceParts {
  readonly db: Database;
  readonly check: StoredCheck;
}

export const refusalConsumer = 'validation.connection-refusal';

/**
 * Checks a connection's stored credentials again, stores and publishes the result, once per event. While the credentials are
 * not accepted, they are checked frequently. A connection may have been deleted since the refusal: then there is nothing to
 * check. Throws a retriable error when the connection service is unreachable.
 */
export function refusalService({ db, check }: RefusalServiceParts) {
  return async (refusal: Refusal): Promise<HandlerResult> => {
    const result = await check(refusal);
    if (!result) return { verdict: 'done' };
    await db.forSystem(async (tx) => {
      if (!(await once(tx, refusalConsumer, refusal.eventId))) return;
      const [now, accepted] = [new Date(), isAccepted(result)];
      await scheduleNextCheck(tx, refusal, { now, accepted, refusedNow: true });
      await storeLastResult(tx, refusal, result);
      await addToOutbox(tx, resultEvent(refusal, result));
    });
    return { verdict: 'done' };
  };
}
