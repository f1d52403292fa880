import type { ObjectPath, HubspotRecord } from '@ridgeline/hubspot';
import pMap from 'p-map';
import { type HubspotAccess, reading } from '../vendors/run-vendors.ts';
import type { HubspotTarget } from './hubspot-target.ts';

/** The ids of the records that were merged into one; it has to be among the properties that are read. */
export const mergedIdsProperty = 'hs_merged_object_ids';

/** So many records that are gone are looked after side by side. */
const lookUpsAtOnce = 4;

/** The ids that lead to a record: its own, and those of the records that were merged into it. */
export const idsLeadingTo = ({ id, properties }: HubspotRecord): readonly string[] => [
  id,
  ...(properties[mergedIdsProperty] ?? '').split(';').filter(Boolean),
];

/**
 * Reading by HubSpot's own id that follows merges: a batch does not find a record that was merged into another one, a single
 * read answers what both became (docs/vendors/hubspot.md, 18). That has another id than was asked for, which is noted with it.
 */
export function followingMerges(
  hubspot: HubspotAccess,
  target: Pick<HubspotTarget, 'read'>,
  { object, properties }: { readonly object: ObjectPath; readonly properties: readonly string[] },
): HubspotTarget['read'] {
  const mergedInto = async (id: string, signal: AbortSignal): Promise<HubspotRecord[]> => {
    const read = { id, properties };
    const answer = await hubspot.settle(reading(signal), (client, until) =>
      client.readRecord(object, read, until),
    );
    return answer.outcome === 'ok' ? [ledToBy(answer.value, id)] : [];
  };
  return async (idProperty, ids, signal) => {
    const answer = await target.read(idProperty, ids, signal);
    if (idProperty !== null || answer.outcome === 'rejected') return answer;
    const { results, problems } = answer.value;
    const found = new Set(results.flatMap(idsLeadingTo));
    const gone = ids.filter((id) => !found.has(id));
    const merged = await pMap(gone, (id) => mergedInto(id, signal), { concurrency: lookUpsAtOnce });
    return { outcome: 'ok', value: { results: [...results, ...merged.flat()], problems } };
  };
}

function ledToBy(record: HubspotRecord, id: string): HubspotRecord {
  const ids = idsLeadingTo(record);
  if (ids.includes(id)) return record;
  const merged = [...ids.slice(1), id].join(';');
  return { ...record, properties: { ...record.properties, [mergedIdsProperty]: merged } };
}
