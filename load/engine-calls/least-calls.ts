import type { SourceListName } from '@ridgeline/testkit';

/** Records of a page at AccuLynx (vendors/acculynx.md, 3). */
const pageSize = { contacts: 50, jobs: 25 } as const satisfies Record<SourceListName, number>;
/** Records of a batch and pairs of an association pack at HubSpot (vendors/hubspot.md, 7 and 10). */
const batchSize = 100;
const packSize = 2_000;

/**
 * The least calls in which the records of these lists can go over safely: each page of each list once, each batch looked
 * up once so that nothing is doubled, and written once; the associations in full packs.
 */
export function leastCalls(type: SourceListName, lists: readonly number[], pairs: number): number {
  const records = lists.reduce((sum, length) => sum + length, 0);
  const pages = lists.reduce((sum, length) => sum + Math.ceil(length / pageSize[type]), 0);
  const batches = Math.ceil(records / batchSize);
  return pages + 2 * batches + Math.ceil(pairs / packSize);
}
