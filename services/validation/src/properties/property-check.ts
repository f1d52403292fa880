import { setTimeout as pause } from 'node:timers/promises';
import { errorText, type PropertyResult } from '@ridgeline/contracts';
import {
  contactProperties,
  dealProperties,
  propertyGroup,
  type HubspotClient,
  type HubspotObject,
  type HubspotOutcome,
  type PropertyDefinition,
} from '@ridgeline/hubspot';
import { interactiveRetry } from '@ridgeline/kit';
import { withRetries } from '@ridgeline/vendor-http';
import { compareProperties, type PropertyComparison } from './property-comparison.ts';
import { faultToError, propertyFailure } from './property-failure.ts';

type Comparisons = Readonly<Record<HubspotObject, PropertyComparison>>;

const needed: Readonly<Record<HubspotObject, readonly PropertyDefinition[]>> = {
  contacts: contactProperties,
  deals: dealProperties,
};

/** What the check needs of the client. */
export type PropertyClient = Pick<
  HubspotClient,
  'listProperties' | 'createProperties' | 'createPropertyGroup'
>;

/** How properties are checked. */
export interface PropertyCheckOptions {
  /** Whether missing properties are created. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  /** How long new properties may take until HubSpot lists them; 0.25 to 0.7 s were seen (vendors/hubspot.md, 12). */
  readonly readableWithinMs?: number;
}

/**
 * Checks the properties that a migration writes, and creates the missing ones when asked to: one batch for each object,
 * safe to repeat. It answers `created` only when HubSpot lists all of them. Throws `propertyFailure`s; the signal's reason
 * when aborted.
 */
export async function checkProperties(
  client: PropertyClient,
  { create, signal, readableWithinMs = 10_000 }: PropertyCheckOptions,
): Promise<PropertyResult> {
  const found = await compareAll(client, signal);
  const missing = found.contacts.missing.length + found.deals.missing.length;
  if (missing === 0) return result('valid', 'HubSpot has every property that is needed', found);
  if (!create) return result('missing', `HubSpot lacks ${counted(missing)}`, found);

  await Promise.all([
    createMissing(client, 'contacts', found.contacts.missing, signal),
    createMissing(client, 'deals', found.deals.missing, signal),
  ]);
  const complete = await waitUntilListed(client, signal, readableWithinMs);
  return result('created', `Created ${counted(missing)} in HubSpot`, complete);
}

const counted = (count: number): string => (count === 1 ? '1 property' : `${count} properties`);

function result(status: PropertyResult['status'], message: string, found: Comparisons): PropertyResult {
  const summary = ({ missing, validated }: PropertyComparison) => ({
    missingProperties: missing.map(({ name }) => name),
    validatedProperties: validated,
  });
  return { status, message, contacts: summary(found.contacts), deals: summary(found.deals) };
}

async function required<Value>(
  call: () => Promise<HubspotOutcome<Value>>,
  signal: AbortSignal,
): Promise<Value> {
  const outcome = await withRetries(interactiveRetry, call, { signal });
  if (outcome.outcome !== 'ok') throw faultToError(outcome);
  return outcome.value;
}

async function compareAll(client: PropertyClient, signal: AbortSignal): Promise<Comparisons> {
  const compare = async (object: HubspotObject): Promise<PropertyComparison> => {
    const existing = await required(() => client.listProperties(object, signal), signal);
    return compareProperties(needed[object], existing);
  };
  const [contacts, deals] = await Promise.all([compare('contacts'), compare('deals')]);
  const [unsuitable] = [...contacts.unsuitable, ...deals.unsuitable];
  if (unsuitable) throw propertyFailure('properties.unsuitable', unsuitable);
  return { contacts, deals };
}

/** HubSpot's own properties that a portal removed are in groups of HubSpot's; only ours may have to be made. */
async function createMissing(
  client: PropertyClient,
  object: HubspotObject,
  missing: readonly PropertyDefinition[],
  signal: AbortSignal,
): Promise<void> {
  if (missing.length === 0) return;
  if (missing.some(({ groupName }) => groupName === propertyGroup.name))
    await creation(() => client.createPropertyGroup(object, propertyGroup, signal), signal);
  const { problems } = await creation(() => client.createProperties(object, missing, signal), signal);
  // Somebody else was quicker with the same name: whether it fits is seen when it is listed.
  const refused = problems.filter(({ category }) => category !== 'OBJECT_ALREADY_EXISTS');
  if (refused.length > 0) throw propertyFailure('properties.creation_failed', undefined, refused[0]?.message);
}

async function creation<Value>(
  call: () => Promise<HubspotOutcome<Value>>,
  signal: AbortSignal,
): Promise<Value> {
  const outcome = await withRetries(interactiveRetry, call, { signal });
  if (outcome.outcome === 'rejected')
    throw propertyFailure('properties.creation_failed', undefined, outcome.problem.message);
  if (outcome.outcome !== 'ok') throw faultToError(outcome);
  return outcome.value;
}

const firstLookMs = 250;

async function waitUntilListed(
  client: PropertyClient,
  signal: AbortSignal,
  withinMs: number,
): Promise<Comparisons> {
  const deadline = performance.now() + withinMs;
  for (let waitMs = firstLookMs; performance.now() + waitMs < deadline; waitMs *= 1.5) {
    await pause(waitMs, undefined, { signal });
    const found = await compareAll(client, signal);
    if (found.contacts.missing.length === 0 && found.deals.missing.length === 0) return found;
  }
  const text = `${errorText('properties.creation_failed')} HubSpot accepted them but does not list them yet.`;
  throw propertyFailure('properties.creation_failed', text);
}
