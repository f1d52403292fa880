import { errorText, type PropertyResult } from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import { definitionLooks, type HubspotObject } from '@ridgeline/hubspot';
import { AppError, pause, retry, type RetryPolicy } from '@ridgeline/kit';
import { vendorError } from '../vendor-error.ts';
import { createProperties } from './create-properties.ts';
import {
  definitionScope,
  propertiesOfMigrations,
  type NeededProperties,
  type PropertyClient,
} from './needed-properties.ts';
import { compareProperties, type PropertyComparison } from './property-comparison.ts';
import { propertyFailure, unsuitableProperties } from './property-failure.ts';

type Comparisons = Readonly<Record<HubspotObject, PropertyComparison>>;

/** How properties are checked. */
export interface PropertyCheckOptions {
  /** Whether missing properties are created. */
  readonly create: boolean;
  readonly signal: AbortSignal;
  /** What must be there; what migrations write, unless told. */
  readonly needed?: NeededProperties;
  /** How patiently it is looked whether HubSpot lists new properties. */
  readonly looks?: RetryPolicy;
}

/**
 * Checks the properties that a migration writes, and creates the missing ones when asked to, which is safe to repeat. It
 * answers `created` only when HubSpot lists all of them. Throws `propertyFailure`s and `vendorError`s; the signal's reason
 * when aborted.
 */
export async function checkProperties(
  hubspot: GovernedVendor<PropertyClient>,
  { create, signal, needed = propertiesOfMigrations, looks = definitionLooks.policy }: PropertyCheckOptions,
): Promise<PropertyResult> {
  const found = await compareAll(hubspot, needed, signal);
  const missing = missingIn(found);
  if (missing === 0) return result('valid', 'HubSpot has every property that is needed', found);
  if (!create) return result('missing', `HubSpot lacks ${counted(missing)}`, found);

  await Promise.all([
    createProperties(hubspot, 'contacts', found.contacts, signal),
    createProperties(hubspot, 'deals', found.deals, signal),
  ]);
  await pause(definitionLooks.firstMs, signal);
  const complete = await retry(looks, () => requireListed(hubspot, needed, signal), {
    signal,
    shouldRetry: (error) => error instanceof AppError && error.code === 'properties.creation_failed',
  });
  return result('created', `Created ${counted(missing)} in HubSpot`, complete);
}

const missingIn = ({ contacts, deals }: Comparisons): number =>
  contacts.missing.length + deals.missing.length;

const counted = (count: number): string => (count === 1 ? '1 property' : `${count} properties`);

function result(status: PropertyResult['status'], message: string, found: Comparisons): PropertyResult {
  const summary = ({ missing, validated }: PropertyComparison) => ({
    missingProperties: missing.map(({ name }) => name),
    validatedProperties: validated,
  });
  return { status, message, contacts: summary(found.contacts), deals: summary(found.deals) };
}

async function compareAll(
  hubspot: GovernedVendor<PropertyClient>,
  needed: NeededProperties,
  signal: AbortSignal,
): Promise<Comparisons> {
  const compare = async (object: HubspotObject): Promise<PropertyComparison> => {
    const existing = await hubspot.attempt(reading(signal), (client, until) =>
      client.listProperties(object, until),
    );
    if (existing.outcome !== 'ok') throw vendorError('HubSpot', existing, definitionScope(object, 'read'));
    return compareProperties(needed[object], existing.value);
  };
  const [contacts, deals] = await Promise.all([compare('contacts'), compare('deals')]);
  const unsuitable = [...contacts.unsuitable, ...deals.unsuitable];
  if (unsuitable.length > 0) throw unsuitableProperties(unsuitable);
  return { contacts, deals };
}

async function requireListed(
  ...[hubspot, needed, signal]: Parameters<typeof compareAll>
): Promise<Comparisons> {
  const found = await compareAll(hubspot, needed, signal);
  if (missingIn(found) === 0) return found;
  const text = `${errorText('properties.creation_failed')} HubSpot accepted them but does not list them yet.`;
  throw propertyFailure('properties.creation_failed', text);
}
