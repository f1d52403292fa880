import type { RecordKind } from '@ridgeline/contracts';
import type { RecordIdentity } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { sourceIdIn, type RecordReader } from './read-records.ts';

/** The HubSpot records that may correspond to a source record by its ids. */
export interface FoundByIds {
  /** The record that an earlier migration linked. */
  readonly linked: HubspotRecord | null;
  /** The record that carries the source id. */
  readonly bySource: HubspotRecord | null;
}

/**
 * The counterpart of the source record by ids (docs/decisions.md, Identity): the linked record if it carries this source id,
 * or if it carries none and no other record carries it; otherwise the record with the source id. A record with another source
 * id is never used.
 */
export function matchedByIds(
  type: RecordKind,
  sourceId: string,
  { linked, bySource }: FoundByIds,
): HubspotRecord | null {
  if (linked && sourceIdIn(linked, type) === sourceId) return linked;
  if (bySource) return bySource;
  return linked && sourceIdIn(linked, type) === null ? linked : null;
}

/**
 * Reads linked records by their links and the others by source id, concurrently; `noSourceIds` says that no record carries an
 * AccuLynx id. Results are in the order of the identities.
 */
export async function readByIds(
  identities: readonly RecordIdentity[],
  read: RecordReader,
  noSourceIds: boolean,
): Promise<readonly FoundByIds[]> {
  const unlinked = identities.filter(({ hubspotId }) => hubspotId === null);
  const [linked, bySource] = await Promise.all([
    read.byId(identities.flatMap(({ hubspotId }) => hubspotId ?? [])),
    read.bySourceId(noSourceIds ? [] : unlinked.map(({ sourceId }) => sourceId)),
  ]);
  return identities.map(({ sourceId, hubspotId }) => ({
    linked: (hubspotId === null ? null : linked.get(hubspotId)) ?? null,
    bySource: bySource.get(sourceId) ?? null,
  }));
}

/** Reads by source id the records whose link leads nowhere or to another record. */
export async function repairLinks(
  type: RecordKind,
  identities: readonly RecordIdentity[],
  found: readonly FoundByIds[],
  read: RecordReader,
): Promise<readonly FoundByIds[]> {
  const badlyLinked = identities.flatMap(({ sourceId, hubspotId }, index) => {
    const linked = found[index]?.linked;
    return hubspotId !== null && (!linked || sourceIdIn(linked, type) !== sourceId) ? [sourceId] : [];
  });
  const repaired = await read.bySourceId(badlyLinked);
  return identities.map(({ sourceId }, index) => ({
    linked: found[index]?.linked ?? null,
    bySource: found[index]?.bySource ?? repaired.get(sourceId) ?? null,
  }));
}
