import {
  acculynxUrl,
  changedByText,
  checkVerdictWords,
  hubspotRecordUrl,
  hasPage,
  kindNamed,
  type CheckDifference,
  type LinkedPortal,
} from '@ridgeline/contracts';
import type { CsvRow } from '@ridgeline/kit/service';

/** The columns of the table of differences: those for users first, the codes for programs last. */
export const differenceColumns = [
  'Name',
  'Kind',
  'Result',
  'Property',
  'Written',
  'In HubSpot now',
  'Changed by',
  'Changed at',
  'In AccuLynx',
  'In HubSpot',
  'HubSpot property',
  'HubSpot source',
  'HubSpot source ID',
  'Record ID',
  'HubSpot ID',
  'Result code',
] as const;

/** A difference as the cells of a table. */
export function differenceCells(difference: CheckDifference, portal: LinkedPortal): CsvRow {
  const { kind, sourceId, hubspotId, verdict } = difference;
  return [
    difference.name,
    kindNamed(kind)?.noun.one ?? kind,
    checkVerdictWords[verdict],
    difference.label,
    difference.written,
    difference.now,
    changedByText(difference),
    difference.changedAt,
    acculynxUrl(kind, sourceId),
    hasPage(hubspotId) ? hubspotRecordUrl(portal, kind, hubspotId) : null,
    difference.property,
    difference.source,
    difference.sourceDetail,
    sourceId,
    hubspotId,
    verdict,
  ];
}
