import {
  errorText,
  type HubspotObject,
  type HubspotObjectIds,
  type PropertyResult,
} from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import { definitionLooks } from '@ridgeline/hubspot';
import { AppError, pause, retry, type RetryPolicy } from '@ridgeline/kit';
import { vendorError } from '../vendor-error.ts';
import { createProperties, type ComparedObject } from './create-properties.ts';
import {
  customObjectIds,
  definitionScope,
  pathIn,
  propertiesOfMigrations,
  type NeededProperties,
  type PropertyClient,
} from './needed-properties.ts';
import { compareProperties } from './property-comparison.ts';
import { propertyFailure, unsuitableProperties } from './property-failure.ts';

type CheckedObject = PropertyResult['contacts'];

/** Options of the check. */
export interface PropertyCheckOptions {
  /** Whether missing properties are created. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  /** The required properties; by default those that migrations write. */
  readonly needed?: readonly NeededProperties[];
  /** The portal's custom objects, if known; otherwise they are looked up. */
  readonly objectIds?: HubspotObjectIds;
  /** How patiently to wait until HubSpot lists new properties. */
  readonly looks?: RetryPolicy;
}

/**
 * Checks the properties that a migration writes, and creates missing ones on request, which is safe to repeat. Returns
 * `created` only once HubSpot lists all of them. Throws `propertyFailure`s and `vendorError`s; the signal's reason when
 * aborted.
 */
export async function checkProperties(
  hubspot: GovernedVendor<PropertyClient>,
  {
    create,
    signal,
    needed = propertiesOfMigrations,
    objectIds,
    looks = definitionLooks.policy,
  }: PropertyCheckOptions,
): Promise<PropertyResult> {
  const portal = { needed, objectIds: objectIds ?? (await customObjectIds(hubspot, needed, signal)) };
  const found = await compareAll(hubspot, portal, signal);
  const missing = missingIn(found);
  if (missing === 0) return result('valid', 'HubSpot has every property that is needed', found);
  if (!create) return result('missing', `HubSpot lacks ${counted(missing)}`, found);

  await Promise.all(found.map((object) => createProperties(hubspot, object, signal)));
  await pause(definitionLooks.firstMs, signal);
  const complete = await retry(looks, () => requireListed(hubspot, portal, signal), {
    signal,
    shouldRetry: (error) => error instanceof AppError && error.code === 'properties.creation_failed',
  });
  return result('created', `Created ${counted(missing)} in HubSpot`, complete);
}

const missingIn = (found: readonly ComparedObject[]): number =>
  found.reduce((sum, { missing }) => sum + missing.length, 0);

const counted = (count: number): string => (count === 1 ? '1 property' : `${count} properties`);

const nothingNeeded: CheckedObject = { missingProperties: [], validatedProperties: 0 };

function result(
  status: PropertyResult['status'],
  message: string,
  found: readonly ComparedObject[],
): PropertyResult {
  const summaries = found.map(({ object, missing, validated }): [string, CheckedObject] => [
    object.name,
    { missingProperties: missing.map(({ name }) => name), validatedProperties: validated },
  ]);
  const { contacts = nothingNeeded, deals = nothingNeeded, ...others } = Object.fromEntries(summaries);
  return { status, message, contacts, deals, ...(Object.keys(others).length > 0 ? { others } : {}) };
}

/** The properties that a portal must have, and its custom objects. */
interface CheckedPortal {
  readonly needed: readonly NeededProperties[];
  readonly objectIds: HubspotObjectIds;
}

/** Compares each object that the portal has: a missing custom object is reported by the run that needs it. */
async function compareAll(
  hubspot: GovernedVendor<PropertyClient>,
  { needed, objectIds }: CheckedPortal,
  signal: AbortSignal,
): Promise<readonly ComparedObject[]> {
  const compare = async (object: HubspotObject, properties: NeededProperties['properties']) => {
    const path = pathIn(object, objectIds);
    if (path === null) return [];
    const existing = await hubspot.attempt(reading(signal), (client, until) =>
      client.listProperties(path, until),
    );
    if (existing.outcome !== 'ok') throw vendorError('HubSpot', existing, definitionScope(object, 'read'));
    return [{ object, path, ...compareProperties(properties, existing.value) }];
  };
  const found = await Promise.all(needed.map(({ object, properties }) => compare(object, properties)));
  const unsuitable = found.flat().flatMap((compared) => compared.unsuitable);
  if (unsuitable.length > 0) throw unsuitableProperties(unsuitable);
  return found.flat();
}

async function requireListed(
  ...[hubspot, portal, signal]: Parameters<typeof compareAll>
): Promise<readonly ComparedObject[]> {
  const found = await compareAll(hubspot, portal, signal);
  if (missingIn(found) === 0) return found;
  const text = `${errorText('properties.creation_failed')} HubSpot accepted them but does not list them yet.`;
  throw propertyFailure('properties.creation_failed', text);
}
