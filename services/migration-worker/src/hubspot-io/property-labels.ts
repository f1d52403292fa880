import type { PropertyDefinition } from '@ridgeline/contracts';

/** What HubSpot calls these properties before people, by their names; one that is not among them is called by its name. */
export function labelsOf(
  properties: readonly Pick<PropertyDefinition, 'name' | 'label'>[],
): (name: string) => string {
  const labels = new Map(properties.map(({ name, label }) => [name, label]));
  return (name) => labels.get(name) ?? name;
}
