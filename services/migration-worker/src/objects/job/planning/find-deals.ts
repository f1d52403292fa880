import { jobType } from '@ridgeline/contracts';
import { readByIds, repairLinks, type FoundByIds } from '../../../hubspot-io/match-by-ids.ts';
import type { Identified, LookUp } from '../../../object-migration/object-migration.ts';
import type { MappedJob } from '../mapping/map-job.ts';

/** Looks jobs' deals up by their links and their source ids: deals have no other key (vendors/hubspot.md, 9). */
export async function findDeals(
  group: readonly Identified<MappedJob>[],
  { read, noSourceIds }: LookUp,
): Promise<readonly FoundByIds[]> {
  const identities = group.map(({ identity }) => identity);
  return repairLinks(jobType, identities, await readByIds(identities, read, noSourceIds), read);
}
