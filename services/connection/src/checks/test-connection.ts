import {
  ApiError,
  type AnswerOf,
  type ApiClient,
  type ConnectionTest,
  type ErrorCode,
} from '@ridgeline/contracts';
import { dealTargetOf, testCredentials } from '@ridgeline/contracts/internal';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, originHeaders, type Actor } from '@ridgeline/kit';
import type { ConnectionService } from '../connections/connection-service.ts';
import { setCredentialStatuses, type CredentialFinding } from '../connections/status-store.postgres.ts';
import type { Look } from '../subscriptions/subscription-health.ts';
import { lookNow } from '../subscriptions/subscription-watch.ts';
import type { HeldParts } from '../subscriptions/subscription-lock.ts';

/** Dependencies of the connection test. */
export interface TestParts extends HeldParts {
  readonly connections: ConnectionService;
  /** The validation service. */
  readonly validation: ApiClient;
}

/** Tries a stored connection's credentials now and stores the findings. Throws `connection.not_found`. */
export type TestConnection = (by: Actor, id: number) => Promise<ConnectionTest>;

type Check = ConnectionTest['checks'][number];
type Verdicts = AnswerOf<typeof testCredentials>;

function findingOf({ verdict, reason }: Verdicts['acculynx']): CredentialFinding | null {
  return verdict === 'unknown' ? null : { status: verdict, reason };
}

/** The subscription's state for the test result; without auto-sync no subscription is needed. */
function webhookCheck(look: Look | null, isWanted: boolean): Check {
  const told = (result: Check['result'], text: string): Check => ({ check: 'webhook', result, text });
  if (look === null)
    return isWanted
      ? told('failed', 'Nothing is subscribed at AccuLynx. Save the connection to subscribe.')
      : told('passed', 'Auto-sync is off: no webhook is needed');
  if ('unknown' in look) return told('warning', look.unknown);
  const { status, reason } = look.found;
  if (status === 'active') return told('passed', 'AccuLynx has the subscription and sends events');
  return told(status === 'warning' ? 'warning' : 'failed', reason ?? 'The subscription does not work');
}

function notPassed(checks: readonly Check[]): string {
  const others = checks.filter(({ result }) => result !== 'passed');
  return others.length === 0
    ? 'all passed'
    : others.map(({ check, result }) => `${check} ${result}`).join(', ');
}

function problemOf(cause: unknown): AppError {
  const told = cause instanceof ApiError ? cause : null;
  const code: ErrorCode | undefined = testCredentials.errors.find((known) => known === told?.code);
  return code === undefined
    ? new AppError('server.unavailable', { details: { dependency: 'validation' }, cause })
    : new AppError(code, { cause, retryAfterSeconds: told?.retryAfterSeconds ?? 1 });
}

export function connectionTester(parts: TestParts): TestConnection {
  const { db, connections, validation } = parts;
  return async ({ user, origin }, connectionId) => {
    const { companyId } = user;
    const key = { companyId, connectionId };
    const { acculynxApiKey, hubspotPat, deals } = await connections.secrets(companyId, connectionId);
    const checkedAt = new Date();
    const body = { companyId, acculynxApiKey, hubspotPat, ...dealTargetOf(deals) };
    const tested = await validation(testCredentials, { body }, { headers: originHeaders(origin) }).catch(
      (cause: unknown) => {
        throw problemOf(cause);
      },
    );
    const findings = { acculynx: findingOf(tested.acculynx), hubspot: findingOf(tested.hubspot), checkedAt };
    await db.forCompany(companyId, (tx) => setCredentialStatuses(tx, key, findings));
    const look = await lookNow(parts, key);
    const connection = await connections.get(companyId, connectionId);
    const isWanted = connection.autoSyncNewContacts || connection.autoSyncNewJobs;
    const others = tested.checks.filter(({ check }) => check !== 'webhook');
    const checks = [...others, webhookCheck(look, isWanted)];
    await db.forCompany(companyId, (tx) =>
      addToOutbox(
        tx,
        auditEvent({
          action: 'connection-tested',
          result: 'done',
          by: user,
          origin,
          detail: `"${connection.name}" (#${connectionId}): ${notPassed(checks)}`,
        }),
      ),
    );
    return { checks, connection };
  };
}
