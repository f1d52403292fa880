import { errorCatalogue, type ApiClient } from '@ridgeline/contracts';
import { AppError, originHeaders, requestIdOf, type Logger } from '@ridgeline/kit';
import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { clientNetwork } from '@ridgeline/redis';
import type { Request, Response } from 'express';
import type { IdempotencyKeyRegistry } from '../idempotency/idempotency-key-registry.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { HashingLimiters } from './hashing-limiters.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Throttles } from './throttles.ts';
import { doorDefinitions } from '../metric-definitions.ts';

type Result = LabelsOf<typeof doorDefinitions.signIns.labels>['result'];

/** Counts a sign-in attempt by its result, and returns or throws that result. */
export type CountSignIn = <T>(attempt: () => Promise<T>) => Promise<T>;

function resultOf(error: unknown): Result {
  if (!(error instanceof AppError) || errorCatalogue[error.code].status >= 500) return 'unavailable';
  if (error.code === 'auth.wrong_credentials') return 'wrong-credentials';
  return error.code === 'request.too_many' ? 'too-many' : 'invalid';
}

/** Makes the counter of sign-ins. */
export function countSignIns(registry: Registry): CountSignIn {
  const signIns = counter(registry, doorDefinitions.signIns);
  return async (attempt) => {
    try {
      const result = await attempt();
      signIns.inc({ result: 'done' });
      return result;
    } catch (error) {
      signIns.inc({ result: resultOf(error) });
      throw error;
    }
  };
}

/** What the calls that make, change or end sessions work with. */
export interface SessionRouteParts {
  readonly sessions: Sessions;
  /** Calls the auth service as the gateway; its failures are ready to be answered. */
  readonly auth: ApiClient;
  readonly throttles: Throttles;
  readonly hashingLimiters: HashingLimiters;
  readonly knownNetworks: KnownNetworks;
  readonly countSignIn: CountSignIn;
  /** Keeps the keys of creating calls to one endpoint each. */
  readonly keys: IdempotencyKeyRegistry;
  /** Called immediately when a session ended here. */
  readonly onSessionEnd: (sessionId: string) => void;
  readonly logger: Logger;
}

/** From where a request comes, as far as throttles are concerned. */
export function networkOf(req: Request): string {
  return clientNetwork(req.ip);
}

/** On whose behalf the auth service is called: for its audit trail, and to find the request in both logs. */
export function onBehalfOf(req: Request): { headers: Record<string, string> } {
  const origin = { address: req.ip ?? null, userAgent: req.headers['user-agent'] ?? null };
  return { headers: { ...originHeaders(origin), 'x-request-id': requestIdOf(req) } };
}

/**
 * Ends the request's session, and has the browser clear what the app stored: drafts, settings, workers. Not `"cache"`:
 * Chrome then delays the answer for seconds (crbug.com/40233601), and the cache holds nothing personal, since answers are
 * `no-store` and files are the same for all. Not `"cookies"`: our own cookie is cleared by name.
 */
export async function endSession(
  { sessions, onSessionEnd }: SessionRouteParts,
  req: Request,
  res: Response,
): Promise<void> {
  const ended = await sessions.signOut(req, res);
  if (ended !== null) onSessionEnd(ended);
  res.set('clear-site-data', '"storage"');
}
