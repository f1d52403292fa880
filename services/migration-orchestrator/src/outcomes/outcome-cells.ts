import {
  acculynxUrl,
  fixOf,
  hasPage,
  hubspotRecordUrl,
  hubspotSearchUrl,
  kindNamed,
  outcomeWord,
  reasonInWords,
  recordNameIn,
  type LinkedPortal,
  type RecordOutcome,
} from '@ridgeline/contracts';
import type { CsvRow } from '@ridgeline/kit/service';

/** What a table of outcomes tells, for people first; the codes for programs stand last. */
export const outcomeColumns = [
  'Name',
  'Kind',
  'Outcome',
  'Reason',
  'What to do',
  'Details',
  'In AccuLynx',
  'In HubSpot',
  'Record ID',
  'HubSpot ID',
  'Reason code',
] as const;

/** What became of one record, as the cells of a table. */
export function outcomeCells(record: RecordOutcome, portal: LinkedPortal): CsvRow {
  const { sourceId, kind: kindName, outcome, hubspotId, reason, message } = record;
  const kind = kindNamed(kindName);
  const fate = outcome === 'failed' || outcome === 'skipped' ? outcome : null;
  return [
    nameOf(record),
    kind?.noun.one ?? kindName,
    outcomeWord(outcome, kind ?? {}),
    reason === null ? null : reasonInWords(reason, kindName),
    reason === null || fate === null ? null : fixOf(fate, reason, kindName).text,
    message,
    acculynxUrl(kindName, sourceId),
    hubspotPage(record, portal),
    sourceId,
    hubspotId,
    reason,
  ];
}

const nameOf = ({ message }: RecordOutcome): string | null =>
  message === null ? null : recordNameIn(message);

/** The record's page; one that HubSpot did not take may be found by its name, one that was left out is not there. */
function hubspotPage(record: RecordOutcome, portal: LinkedPortal): string | null {
  const { sourceId, kind, outcome, hubspotId } = record;
  if (!hasPage(sourceId)) return null;
  if (hubspotId !== null) return hubspotRecordUrl(portal, kind, hubspotId);
  const name = nameOf(record);
  return outcome === 'failed' && name !== null ? hubspotSearchUrl(portal, kind, name) : null;
}
