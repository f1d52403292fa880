import {
  acculynxUrl,
  fixOf,
  hasPage,
  hubspotRecordUrl,
  hubspotSearchUrl,
  kindNamed,
  outcomeWord,
  reasonInWords,
  type LinkedPortal,
  type RecordOutcome,
} from '@ridgeline/contracts';
import type { CsvRow } from '@ridgeline/kit/service';

/** The columns of the table of outcomes: those for users first, the codes for programs last. */
export const outcomeColumns = [
  'Name',
  'Kind',
  'Outcome',
  'Reason',
  'What to do',
  'Details',
  'Field',
  'Vendor answer',
  'In AccuLynx',
  'In HubSpot',
  'Record ID',
  'HubSpot ID',
  'Reason code',
] as const;

/** The outcome of one record, as the cells of a table; `wordOf` names it. */
export function outcomeCells(record: RecordOutcome, portal: LinkedPortal, wordOf = outcomeWord): CsvRow {
  const { sourceId, kind: kindName, outcome, hubspotId, name, reason, message, detail, field } = record;
  const kind = kindNamed(kindName);
  const fate = outcome === 'failed' || outcome === 'skipped' ? outcome : null;
  return [
    name,
    kind?.noun.one ?? kindName,
    wordOf(outcome, kind ?? {}),
    reason === null ? null : reasonInWords(reason, kindName),
    reason === null || fate === null ? null : fixOf(fate, reason, kindName).text,
    message,
    field,
    detail,
    acculynxUrl(kindName, sourceId),
    hubspotPage(record, portal),
    sourceId,
    hubspotId,
    reason,
  ];
}

/** The URL of the record in HubSpot; for a rejected record, a search by its name; none for a skipped one. */
function hubspotPage(record: RecordOutcome, portal: LinkedPortal): string | null {
  const { sourceId, kind, outcome, hubspotId, name } = record;
  if (!hasPage(sourceId)) return null;
  if (hubspotId !== null) return hubspotRecordUrl(portal, kind, hubspotId);
  return outcome === 'failed' && name !== null ? hubspotSearchUrl(portal, kind, name) : null;
}
