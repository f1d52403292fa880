import { jobType } from '@ridgeline/contracts';
import { dealProperties, type HubspotRecord } from '@ridgeline/hubspot';
import pMap from 'p-map';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import type { HubspotAccess } from '../../../vendors/open-vendors.ts';
import { reading } from '../../../vendors/run-vendor-client.ts';
import { sendPastLag } from '../options/option-lag.ts';

/** All that is written, and where a deal stands. */
const readProperties = [...dealProperties.map(({ name }) => name), 'pipeline', 'dealstage'];
/** So many deals that are gone are looked after side by side. */
const lookUpsAtOnce = 4;

/**
 * HubSpot's deals as a run uses them. A deal that was merged into another one is read as that one, under the id that was
 * asked for: batches do not find it. Options that were just added are given the time they take.
 */
export function dealTarget(hubspot: HubspotAccess): HubspotTarget {
  const target = hubspotTarget(hubspot, { type: jobType, readProperties });
  const { calls, client } = hubspot;

  const mergedInto = async (id: string, signal: AbortSignal): Promise<HubspotRecord[]> => {
    const read = { id, properties: readProperties };
    const answer = await calls.settle(reading(signal), (until) => client.readRecord('deals', read, until));
    return answer.outcome === 'ok' ? [{ ...answer.value, id }] : [];
  };

  return {
    async read(idProperty, ids, signal) {
      const answer = await target.read(idProperty, ids, signal);
      if (idProperty !== null || answer.outcome === 'rejected') return answer;
      const { results, problems } = answer.value;
      const found = new Set(results.map(({ id }) => id));
      const gone = ids.filter((id) => !found.has(id));
      const merged = await pMap(gone, (id) => mergedInto(id, signal), { concurrency: lookUpsAtOnce });
      return { outcome: 'ok', value: { results: [...results, ...merged.flat()], problems } };
    },
    anySourceId: (signal) => target.anySourceId(signal),
    upsert: (inputs, signals) =>
      sendPastLag(hubspot, inputs, (some) => target.upsert(some, signals), signals),
    update: (inputs, signals) =>
      sendPastLag(hubspot, inputs, (some) => target.update(some, signals), signals),
  };
}
