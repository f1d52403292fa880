import type { AccuracyFinding, AccuracyStatus, AccuracyVerdict } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { recordNoun } from '../../sync/sync-display.ts';
import { propertyText } from './record-display.ts';

/** A list of records that HubSpot does not have as they were copied, and what it means. */
export interface AccuracyLook {
  readonly verdict: AccuracyVerdict;
  readonly label: string;
  readonly meaning: string;
}

export const accuracyLooks: readonly AccuracyLook[] = [
  {
    verdict: 'changed_by_people',
    label: 'Changed in HubSpot',
    meaning:
      'Users or other tools changed these records in HubSpot. Their values are kept until the record changes in AccuLynx.',
  },
  {
    verdict: 'repaired',
    label: 'Repaired',
    meaning: 'HubSpot did not have these values, though no one had changed them. They were copied again.',
  },
  {
    verdict: 'gone',
    label: 'Deleted in HubSpot',
    meaning: 'These records were deleted in HubSpot, or merged into others. Auto-sync does not restore them.',
  },
];

/** What the last comparison came to: `Of 200 records, 198 were equal, 2 changed in HubSpot, 0 repaired.` */
export function accuracyText(accuracy: AccuracyStatus): string {
  const { lastAt, whole, compared, equal, changedByPeople, repaired, gone, repairing, underWay } = accuracy;
  const running =
    underWay === null ? '' : ` A comparison is running: ${formatRecords(underWay, recordNoun)} so far.`;
  if (lastAt === null) return running.trim() || 'No records have been compared yet.';
  const counts = [
    `${formatCount(equal)} ${equal === 1 ? 'was' : 'were'} equal`,
    `${formatCount(changedByPeople)} changed in HubSpot`,
    `${formatCount(repaired)} repaired`,
    ...(gone > 0 ? [`${formatCount(gone)} deleted in HubSpot`] : []),
    ...(repairing > 0 ? [`${formatCount(repairing)} being repaired`] : []),
  ];
  const of = whole ? 'all ' : '';
  return `Of ${of}${formatRecords(compared, recordNoun)}, ${counts.join(', ')}.${running}`;
}

/** How HubSpot calls what changed a value, in words. */
const sources: Readonly<Record<string, string>> = {
  CRM_UI: 'a user',
  CRM_UI_BULK_ACTION: 'a user',
  MOBILE_IOS: 'a user',
  MOBILE_ANDROID: 'a user',
  IMPORT: 'an import',
  FORM: 'a form',
  AUTOMATION_PLATFORM: 'a workflow',
  WORKFLOWS: 'a workflow',
  INTEGRATION: 'another app',
  API: 'another app',
  MERGE_CONTACTS: 'a merge',
  MERGE_OBJECTS: 'a merge',
};

/** Which values differed, and what changed them: `Phone, City · by a user`. */
export function differenceText({ properties }: Pick<AccuracyFinding, 'properties'>): string {
  const names = properties.map(({ property }) => propertyText(property)).join(', ');
  const authors = new Set(
    properties.flatMap(({ by }) => (by === null ? [] : (sources[by] ?? 'another source'))),
  );
  return authors.size === 0 ? names : `${names} · by ${[...authors].join(', ')}`;
}
