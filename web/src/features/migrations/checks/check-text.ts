import { formatCount, formatMoment } from '../../../ui/text/format.ts';
import { changedByText, type CheckDifference, type MigrationCheck } from '@ridgeline/contracts';

const noun = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Figures that differ from what was written; those without records are omitted. */
const parts: readonly {
  readonly of: 'changed' | 'lost' | 'gone' | 'merged';
  readonly text: string;
}[] = [
  { of: 'changed', text: 'changed since' },
  { of: 'lost', text: 'not as written' },
  { of: 'gone', text: 'deleted in HubSpot' },
  { of: 'merged', text: 'merged in HubSpot' },
];

/** The figures of a check in one line; `written` is how many records the migration wrote. */
export function figuresText({ figures }: Pick<MigrationCheck, 'figures'>, written: number): string {
  const { records, equal } = figures;
  const of = written > records ? ` of ${formatCount(written)}` : '';
  const others = parts.flatMap(({ of: name, text }) =>
    figures[name] === 0 ? [] : `${formatCount(figures[name])} ${text}`,
  );
  const results = [`${formatCount(equal)} as written`, ...others].join(', ');
  const read = `${formatCount(records)}${of} ${of === '' && records === 1 ? 'record' : 'records'}`;
  return `${read} read back from HubSpot: ${results}.`;
}

/** What was compared in detail; associations only where there are any. */
export function comparedText({ figures }: Pick<MigrationCheck, 'figures'>): string {
  const { fields, associations, missing } = figures;
  const compared = `${noun(fields, 'value', 'values')} compared`;
  if (associations === 0) return `${compared}.`;
  const ties = `${noun(associations, 'association', 'associations')} looked up`;
  return `${compared}; ${ties}: ${missing === 0 ? 'all are there' : `${formatCount(missing)} missing`}. Labels of associations are not compared.`;
}

/** The progress of an open check. */
export function progressText({ state, figures, total, problem }: MigrationCheck): string {
  if (problem !== null) return `Waiting: ${problem}`;
  if (state === 'waiting' || total === 0) return 'The check starts in a few seconds.';
  const read = figures.records + figures.associations;
  return `Reading back from HubSpot: ${formatCount(read)} of ${formatCount(total)}`;
}

/** Who changed it and when, as far as known. */
export function changeText(difference: CheckDifference): string {
  const { verdict, changedAt, changedBy } = difference;
  const by = changedByText(difference);
  const at = changedAt === null ? '' : `, ${formatMoment(changedAt)}`;
  if (by !== null)
    return `${verdict === 'changed' ? 'Changed' : 'Removed'} by ${changedBy === 'user' ? by : lowered(by)}${at}`;
  if (verdict === 'lost') return 'No one is known to have changed it.';
  if (verdict === 'merged') return 'It became part of another HubSpot record; its values were not compared.';
  return 'HubSpot does not say who removed it.';
}

/** Lower case for use within a sentence, except for product names. */
const lowered = (text: string): string =>
  text.replace(/^(Another|Migration|Auto)/, (word) => word.toLowerCase());

/** The check whose results are shown: the newest one that is done. */
export const shownCheck = (checks: readonly MigrationCheck[]): MigrationCheck | undefined =>
  checks.find(({ state }) => state === 'done');

/** Whether a check is not over. */
export const isOpen = ({ state }: MigrationCheck): boolean => state === 'waiting' || state === 'running';
