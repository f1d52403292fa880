import type { MappedJob } from '../mapping/map-job.ts';

/** The distinct labels that a group of jobs chooses, by property. */
export function neededOptions(
  group: readonly Pick<MappedJob, 'choices'>[],
): ReadonlyMap<string, readonly string[]> {
  const needed = new Map<string, Set<string>>();
  for (const { choices } of group)
    for (const [property, labels] of Object.entries(choices)) {
      const known = needed.get(property) ?? new Set();
      for (const label of labels) known.add(label);
      needed.set(property, known);
    }
  return new Map([...needed].map(([property, labels]) => [property, [...labels]]));
}
