import { dealProperties } from '@ridgeline/contracts';
import { type HubspotRecord } from '@ridgeline/hubspot';
import { differences, plannedChange } from '../../../hubspot-io/differences.ts';
import type { PlannedRecord, RecordValues } from '../../../plans/planned-record.ts';
import { isSameValue } from '../mapping/conversions.ts';

const types = new Map(dealProperties.map(({ name, type }) => [name, type]));

/** What all plans of a job tell besides what is done. */
export type PlannedAbout = Pick<
  PlannedRecord,
  'sourceId' | 'warnings' | 'references' | 'displayName' | 'labels'
>;

/** A change of a deal to these values, or nothing to do. HubSpot answers numbers and times in forms of its own. */
export function dealChange(about: PlannedAbout, deal: HubspotRecord, values: RecordValues): PlannedRecord {
  const other = Object.entries(values).filter(
    ([name, value]) => !isSameValue(types.get(name) ?? 'string', value, deal.properties[name] ?? ''),
  );
  return plannedChange(about, deal.id, differences(Object.fromEntries(other), deal));
}
