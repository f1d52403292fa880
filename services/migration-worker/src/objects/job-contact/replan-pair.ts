import type { HubspotProblem } from '@ridgeline/hubspot';
import { without } from '../../base/without.ts';
import { goneLabelCode } from '../../hubspot-io/association-labels.ts';
import type { PlannedRecord, PlannedWrite } from '../../plans/planned-record.ts';
import { labelGone } from './job-contact-messages.ts';

/** What to call a planned pair in a log line. */
export const nameOfPair = ({ displayName, sourceId }: PlannedWrite): string =>
  displayName ?? `Association ${sourceId}`;

/** A pair whose label is no more goes without it; any other refusal stands. */
export function replanPair(
  record: PlannedWrite,
  { properties }: HubspotProblem,
): Promise<PlannedRecord | null> {
  const isLabelGone = properties.some(({ code }) => code === goneLabelCode);
  if (record.action !== 'create' || !isLabelGone) return Promise.resolve(null);
  return Promise.resolve({
    ...record,
    warnings: [...record.warnings, labelGone(nameOfPair(record))],
    properties: without(record.properties, 'label'),
  });
}
