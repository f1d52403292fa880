import type { ObjectPath, HubspotRecord } from '@ridgeline/hubspot';
import pMap from 'p-map';
import { type HubspotAccess, reading } from '../vendors/run-vendors.ts';
import type { HubspotTarget } from './hubspot-target.ts';

/** The ids of the records that were merged into a record; must be among the requested properties. */
export const mergedIdsProperty = 'hs_merged_object_ids';

/** The number of concurrent look-ups of missing records. */
const lookUpsAtOnce = 4;

/** All ids that lead to a record: its own, and those of the records that were merged into it. */
export const idsLeadingTo = ({ id, properties }: HubspotRecord): readonly string[] => [
  id,
  ...(properties[mergedIdsProperty] ?? '').split(';').filter(Boolean),
];

/**
 * Reads by HubSpot's own id and follows merges: a batch read does not find a merged record, but a single read returns the
 * record that resulted (docs/vendors/hubspot.md, 18). Its id differs from the requested one, which is stored with it.
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
