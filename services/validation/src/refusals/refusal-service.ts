import { ApiError, type ApiClient } from '@ridgeline/contracts';
import {
  getConnectionSecrets,
  type ConnectionSecrets,
  type CredentialCheck,
} from '@ridgeline/contracts/internal';
import { CredentialVerdict, outgoingEvent, topics, type OutgoingEvent } from '@ridgeline/events';
import { AppError } from '@ridgeline/kit';
import { addToOutbox, eventEnvelope, once, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import type { CredentialChecker } from '../credentials/credential-check-service.ts';
import { storeLastResult } from './last-result-store.postgres.ts';

/** A connection whose credential a vendor refused during a run. */
export interface Refusal {
  readonly eventId: string;
  readonly companyId: string;
  readonly connectionId: number;
}

/** What checking again works with. */
export interface RefusalServiceParts {
  readonly db: Database;
  /** The connection service. */
  readonly connection: ApiClient;
  readonly check: CredentialChecker;
}

export const refusalConsumer = 'validation.connection-refusal';

/**
 * Checks a connection's stored credentials again, keeps the result and tells it, once per event. Connections are never
 * deleted: a refusal of one that the company does not have is false. Throws a retriable error when connection is out of
 * reach.
 */
export function refusalService({ db, connection, check }: RefusalServiceParts) {
  const secretsOf = async ({ companyId, connectionId }: Refusal): Promise<ConnectionSecrets | null> => {
    try {
      const params = { id: String(connectionId) };
      return await connection(getConnectionSecrets, { params, query: { companyId } });
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'connection.not_found') return null;
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause });
    }
  };

  return async (refusal: Refusal): Promise<HandlerResult> => {
    const secrets = await secretsOf(refusal);
    if (!secrets) return { verdict: 'dead', kind: 'unknown', reason: 'The company has no such connection' };
    const { acculynxApiKey, hubspotPat } = secrets;
    const result = await check({ acculynxApiKey, hubspotPat });
    await db.forCompany(refusal.companyId, async (tx) => {
      if (!(await once(tx, refusalConsumer, refusal.eventId))) return;
      await storeLastResult(tx, refusal, result);
      await addToOutbox(tx, resultEvent(refusal, result));
    });
    return { verdict: 'done' };
  };
}

const verdicts = {
  valid: CredentialVerdict.VALID,
  refused: CredentialVerdict.INVALID,
  scope_missing: CredentialVerdict.INVALID,
  unreachable: CredentialVerdict.UNKNOWN,
} as const;

function resultEvent(
  { companyId, connectionId }: Refusal,
  { acculynx, hubspot }: CredentialCheck,
): OutgoingEvent {
  return outgoingEvent(topics.validationResult, {
    key: String(connectionId),
    value: {
      companyId,
      connectionId,
      acculynx: verdicts[acculynx.verdict],
      hubspot: verdicts[hubspot.verdict],
    },
    envelope: eventEnvelope(companyId),
  });
}
