import type { ObjectType, PropertyDefinition, RecordKind } from '@ridgeline/contracts';
import type { HubspotProperty } from '@ridgeline/hubspot';
import { RunFailed, thenAgain } from '../base/run-errors.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { askHubspot } from '../vendors/ask.ts';
import { pathOf } from './portal-objects.ts';

const whatToDo = "Validate the connection's HubSpot properties";

/**
 * Reads the portal's properties of a kind before any record is read. Throws `RunFailed` when the portal lacks one of them, or
 * the custom object itself.
 */
export async function requirePortal(
  hubspot: HubspotAccess,
  type: ObjectType,
  signal: AbortSignal,
): Promise<void> {
  const object = await pathOf(hubspot, type.hubspotObject, signal);
  const present = await askHubspot(
    hubspot,
    `its properties of ${type.hubspotNoun.many}`,
    (client, until) => client.listProperties(object, until),
    signal,
  );
  requireProperties(type, type.properties, present);
}

/**
 * Throws `RunFailed` when the portal lacks a property that is written (it may have been prepared by an earlier version that
 * wrote fewer), or when HubSpot cannot find records by the property of the source ids as it is defined.
 */
export function requireProperties(
  { hubspotNoun, sourceIdProperty }: Pick<RecordKind, 'hubspotNoun' | 'sourceIdProperty'>,
  written: readonly PropertyDefinition[],
  present: readonly HubspotProperty[],
): void {
  const byName = new Map(present.map((property) => [property.name, property]));
  const missing = written.filter(({ name }) => !byName.has(name)).map(({ label }) => `"${label}"`);
  if (missing.length > 0) {
    const properties = missing.length === 1 ? 'property' : 'properties';
    throw new RunFailed(
      `HubSpot lacks the ${hubspotNoun.one} ${properties} ${missing.join(', ')}. ${whatToDo}`,
      { again: thenAgain },
    );
  }
  const problem = whyNoKey(byName.get(sourceIdProperty));
  if (problem === null) return;
  const label = written.find(({ name }) => name === sourceIdProperty)?.label ?? sourceIdProperty;
  throw new RunFailed(
    `The HubSpot ${hubspotNoun.one} property "${label}" (${sourceIdProperty}) ${problem}, and HubSpot cannot change that. Delete the property in HubSpot. ${whatToDo}`,
    { again: thenAgain },
  );
}

/** Why records cannot be looked up by a property; null when they can. */
function whyNoKey(property: HubspotProperty | undefined): string | null {
  if (property?.type !== 'string') return 'is not a text';
  return property.hasUniqueValue ? null : 'does not require unique values';
}
