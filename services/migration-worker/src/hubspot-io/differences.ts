import type { PlannedRecord, PlannedUpdate, RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { comparable, marksOf, type ValueForm } from './written-marks.ts';

/**
 * The changes of an update: our values that differ, HubSpot's values of the same properties, and marks of those that are
 * equal.
 */
export type Differences = Pick<PlannedUpdate, 'before' | 'after'> & { readonly held: string };

/** The comparable form of values, for kinds that define none of their own. */
const plainForm: ValueForm = (_property, value) => comparable(value);

/**
 * Compares our values with those of a record. Properties for which we have no value are ignored, so that they are never cleared.
 * The caller checks properties that may have several values.
 */
export function differences(
  values: RecordValues,
  record: HubspotRecord,
  form: ValueForm = plainForm,
): Differences {
  const formOf: ValueForm = (property, value) => form(property, value) ?? comparable(value);
  const isEqual = ([property, value]: readonly [string, string]): boolean =>
    formOf(property, value) === formOf(property, record.properties[property] ?? '');
  const changed = Object.entries(values).filter((entry) => !isEqual(entry));
  const equal = Object.fromEntries(Object.entries(values).filter(isEqual));
  return {
    before: Object.fromEntries(changed.map(([property]) => [property, record.properties[property] ?? null])),
    after: Object.fromEntries(changed),
    held: Buffer.from(marksOf(equal, form)).toString('base64'),
  };
}

/** A change of a HubSpot record, or an `unchanged` plan if no value differs. Both include `about`. */
export function plannedChange(
  about: Pick<
    PlannedRecord,
    'sourceId' | 'warnings' | 'deferred' | 'references' | 'name' | 'labels' | 'digest'
  >,
  hubspotId: string,
  { before, after, held }: Pick<Differences, 'before' | 'after'> & { readonly held?: string | undefined },
): PlannedRecord {
  const known = held === undefined ? about : { ...about, held };
  return Object.keys(after).length === 0
    ? { ...known, hubspotId, action: 'unchanged' }
    : { ...known, hubspotId, action: 'update', before, after };
}
