import type { PropertyDefinition } from '@ridgeline/hubspot';
import { RunFailed } from '../base/run-errors.ts';

/**
 * Throws `RunFailed` when the portal lacks one of the properties that are written: it may have been prepared by an earlier
 * version that wrote fewer. `one` is what HubSpot calls the record they belong to.
 */
export function requireProperties(
  one: string,
  written: readonly Pick<PropertyDefinition, 'name' | 'label'>[],
  present: ReadonlySet<string>,
): void {
  const missing = written.filter(({ name }) => !present.has(name)).map(({ label }) => `"${label}"`);
  if (missing.length === 0) return;
  const properties = missing.length === 1 ? 'property' : 'properties';
  throw new RunFailed(
    `HubSpot lacks the ${one} ${properties} ${missing.join(', ')}. Validate the connection's HubSpot properties, then start the migration again.`,
  );
}
