import { objectTypes, type ObjectType } from '@ridgeline/contracts';
import { reading, refusalReason, unreachableReason, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { HubspotClient, HubspotOutcome, ObjectPath } from '@ridgeline/hubspot';
import type { CredentialCheck } from './credential-problem.ts';
import { missingScopes } from './required-scopes.ts';

type HubspotVerdict = CredentialCheck['hubspot'];
/** The client's calls that the check needs. */
export type TokenClient = Pick<
  HubspotClient,
  'accountDetails' | 'introspect' | 'listProperties' | 'readBatch'
>;

/** HubSpot's own objects that migrations write to; custom objects need no scope to save a connection. */
const objects: ReadonlySet<ObjectPath> = new Set(
  Object.values(objectTypes).flatMap(({ hubspotObject: { name, typeId } }: ObjectType) =>
    typeId === null ? [] : name,
  ),
);

type Failure = Exclude<HubspotVerdict, { verdict: 'valid' }>;

/**
 * Tries a HubSpot token: the account's details prove it and identify the portal; introspection returns its scopes. HubSpot
 * does not document introspection for service keys. If it gives no answer, the scopes are unknown, and reads that require
 * them are tried instead (docs/vendors/hubspot.md, 3). Write scopes are left to the first write, because a check must not
 * change anything. Throws the signal's reason when aborted.
 */
export async function checkHubspot(
  hubspot: GovernedVendor<TokenClient>,
  signal: AbortSignal,
): Promise<HubspotVerdict> {
  const [details, token] = await Promise.all([
    hubspot.attempt(reading(signal), (client, until) => client.accountDetails(until)),
    hubspot.client.introspect(reading(signal)),
  ]);
  if (details.outcome !== 'ok') return failureOf(details);

  const failure = token.outcome === 'ok' ? scopeFailure(token.value.scopes) : await probe(hubspot, signal);
  if (failure) return failure;
  const { portalId, timeZone: timezone, accountType, utcOffset, utcOffsetMilliseconds } = details.value;
  return { verdict: 'valid', facts: { portalId, timezone, accountType, utcOffset, utcOffsetMilliseconds } };
}

function scopeFailure(granted: readonly string[]): Failure | null {
  const scopes = missingScopes(granted);
  return scopes.length > 0 ? { verdict: 'scope_missing', scopes } : null;
}

async function probe(hubspot: GovernedVendor<TokenClient>, signal: AbortSignal): Promise<Failure | null> {
  // No record has the id 0: a token that may read an object's records gets an empty result.
  const nothing = { ids: ['0'], properties: ['hs_object_id'] };
  const outcomes: HubspotOutcome<unknown>[] = await Promise.all(
    [...objects].flatMap((object) => [
      hubspot.attempt(reading(signal), (client, until) => client.listProperties(object, until)),
      hubspot.attempt(reading(signal), (client, until) => client.readBatch(object, nothing, until)),
    ]),
  );
  const failed = outcomes.find(({ outcome }) => outcome === 'refused' || outcome === 'unavailable');
  return failed && failed.outcome !== 'ok' ? failureOf(failed) : null;
}

function failureOf(outcome: Exclude<HubspotOutcome<unknown>, { outcome: 'ok' }>): Failure {
  if (outcome.outcome !== 'refused')
    return { verdict: 'unreachable', reason: unreachableReason('HubSpot', outcome) };
  return outcome.status === 403
    ? { verdict: 'scope_missing', scopes: [...outcome.scopes] }
    : { verdict: 'refused', reason: refusalReason('HubSpot', outcome) };
}
