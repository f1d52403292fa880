import type { HubspotObject, HubspotObjectIds } from '@ridgeline/contracts';
import type { ObjectPath } from '@ridgeline/hubspot';
import { RunFailed, thenAgain } from '../base/run-errors.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { askHubspot } from '../vendors/ask.ts';

/** The custom objects of a run's portal, once looked up; each run opens HubSpot separately. */
const known = new WeakMap<HubspotAccess, Promise<HubspotObjectIds>>();

/**
 * The path name of an object in this portal. A custom object has a type id of its own in each portal: the first caller in a
 * run looks up all of them, and the others share the result. Throws `RunFailed` when the portal does not have the object.
 */
export async function pathOf(
  hubspot: HubspotAccess,
  { name, typeId }: HubspotObject,
  signal: AbortSignal,
): Promise<ObjectPath> {
  if (typeId !== null) return name;
  const path = (await customObjectsOf(hubspot, signal))[name];
  if (path === undefined)
    throw new RunFailed(
      `HubSpot has no custom object "${name}" in this portal. Define it under Settings > Objects > Custom Objects (HubSpot's Enterprise plans have them) with this internal name, validate the connection's HubSpot properties`,
      { again: thenAgain },
    );
  return path;
}

function customObjectsOf(hubspot: HubspotAccess, signal: AbortSignal): Promise<HubspotObjectIds> {
  const before = known.get(hubspot);
  if (before) return before;
  const asked = askHubspot(
    hubspot,
    'its custom objects',
    (client, until) => client.customObjects(until),
    signal,
  ).then((found) => Object.fromEntries(found));
  known.set(hubspot, asked);
  // A failed answer is not kept: the next caller asks again.
  asked.catch(() => known.delete(hubspot));
  return asked;
}
