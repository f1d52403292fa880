import type { PlannedRecord, PlannedWrite } from '@ridgeline/contracts/internal';
import type { HubspotProblem } from '@ridgeline/hubspot';
import { without } from '../../base/without.ts';
import { goneLabelCode } from '../../hubspot-io/association-labels.ts';
import { labelGone } from './job-contact-messages.ts';

/** A pair whose label is no more goes without it; any other refusal stands. */
export function replanPair(
  record: PlannedWrite,
  { properties }: HubspotProblem,
): Promise<PlannedRecord | null> {
  const isLabelGone = properties.some(({ code }) => code === goneLabelCode);
  if (record.action !== 'create' || !isLabelGone) return Promise.resolve(null);
  return Promise.resolve({
    ...record,
    warnings: [...record.warnings, labelGone],
    properties: without(record.properties, 'label'),
  });
}
