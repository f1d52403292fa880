import { addToOutbox } from '@ridgeline/kafka';
import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';
import { deleteLastResult, storeLastResult } from './last-result-store.postgres.ts';
import { resultEvent } from './result-event.ts';
import { putOffCheck, scheduleNextCheck, unscheduleConnection } from './schedule-store.postgres.ts';
import { isAccepted, type StoredCheck } from './stored-credentials.ts';

/** Dependencies of a background check. */
export interface CheckConnectionParts {
  readonly db: Database;
  readonly check: StoredCheck;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** How long to wait after a check that failed because one of our services is unavailable. */
const againMs = 60_000;

/**
 * Checks a claimed connection, stores the findings and publishes them, even if nothing changed: the connection shows when it
 * was last checked, and there are no more such events than checks, whose number is limited. A connection that is gone, or
 * that moved to another company during the check, is forgotten. Never throws for one connection, because others wait for
 * their turn.
 */
export async function checkConnection(parts: CheckConnectionParts, of: ConnectionOfCompany): Promise<void> {
  const { db, check, logger, now } = parts;
  try {
    const result = await check(of);
    if (!result) {
      await forgetConnection(db, of.connectionId);
      return;
    }
    await db.forSystem(async (tx) => {
      if (!(await scheduleNextCheck(tx, of, { now: now(), accepted: isAccepted(result) }))) return;
      await storeLastResult(tx, of, result);
      await addToOutbox(tx, resultEvent(of, result));
    });
  } catch (err) {
    logger.warn({ err }, 'The stored credentials could not be checked; it is tried again');
    const again = new Date(now().getTime() + againMs);
    await db
      .forSystem((tx) => putOffCheck(tx, of, again))
      .catch((error: unknown) => {
        // It is due again when the claim expires.
        logger.warn({ err: error }, 'The check could not be rescheduled');
      });
  }
}

/** Forgets a connection that is gone. */
export async function forgetConnection(db: Database, connectionId: number): Promise<void> {
  await db.forSystem(async (tx) => {
    await unscheduleConnection(tx, connectionId);
    await deleteLastResult(tx, connectionId);
  });
}
