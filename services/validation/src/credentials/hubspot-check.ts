import type { CredentialCheck } from '@ridgeline/contracts/internal';
import type { HubspotClient, HubspotOutcome } from '@ridgeline/hubspot';
import { interactiveRetry } from '@ridgeline/kit';
import { withRetries } from '@ridgeline/vendor-http';
import { unreachableReason } from '../vendors/unreachable-reason.ts';
import { missingScopes } from './required-scopes.ts';

type Verdict = CredentialCheck['hubspot'];
/** What the check needs of the client. */
export type TokenClient = Pick<
  HubspotClient,
  'accountDetails' | 'introspect' | 'listProperties' | 'readBatch'
>;

type Failure = Exclude<Verdict, { verdict: 'valid' }>;

/**
 * Tries a HubSpot token: the account's details prove it and name the portal, introspection tells its scopes. HubSpot
 * does not document introspection for service keys, so when it gives no answer the scopes are unknown and reads that
 * need them are tried in its place (vendors/hubspot.md, 3); what needs a write is left to the first write, for a check
 * must change nothing. Throws the signal's reason when aborted.
 */
export async function checkHubspot(client: TokenClient, signal: AbortSignal): Promise<Verdict> {
  const attempt = <Value>(call: () => Promise<HubspotOutcome<Value>>): Promise<HubspotOutcome<Value>> =>
    withRetries(interactiveRetry, call, { signal });

  const [details, token] = await Promise.all([
    attempt(() => client.accountDetails(signal)),
    client.introspect(signal),
  ]);
  if (details.outcome !== 'ok') return failureOf(details);

  const failure =
    token.outcome === 'ok' ? scopeFailure(token.value.scopes) : await probe(client, attempt, signal);
  if (failure) return failure;
  const { portalId, timeZone, accountType } = details.value;
  return { verdict: 'valid', facts: { portalId, timezone: timeZone, accountType } };
}

function scopeFailure(granted: readonly string[]): Failure | null {
  const scopes = missingScopes(granted);
  return scopes.length > 0 ? { verdict: 'scope_missing', scopes } : null;
}

async function probe(
  client: TokenClient,
  attempt: (call: () => Promise<HubspotOutcome<unknown>>) => Promise<HubspotOutcome<unknown>>,
  signal: AbortSignal,
): Promise<Failure | null> {
  const outcomes = await Promise.all([
    attempt(() => client.listProperties('contacts', signal)),
    // No record has the id 0: a token that may read contacts gets an empty answer.
    attempt(() => client.readBatch('contacts', { ids: ['0'], properties: ['email'] }, signal)),
  ]);
  const failed = outcomes.find(({ outcome }) => outcome === 'refused' || outcome === 'unavailable');
  return failed && failed.outcome !== 'ok' ? failureOf(failed) : null;
}

function failureOf(outcome: Exclude<HubspotOutcome<unknown>, { outcome: 'ok' }>): Failure {
  if (outcome.outcome !== 'refused')
    return { verdict: 'unreachable', reason: unreachableReason('HubSpot', outcome) };
  return outcome.status === 403
    ? { verdict: 'scope_missing', scopes: [...outcome.scopes] }
    : { verdict: 'refused', reason: 'HubSpot refused the token (HTTP 401)' };
}
