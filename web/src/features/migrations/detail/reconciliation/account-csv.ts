import { csvText, objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { typeText } from '../../record-words.ts';
import { accountRows, alongside } from './account-rows.ts';
import { optionsInWords, optionsTitle } from './added-options.ts';
import { reasons } from './reconciliation-text.ts';

type Cell = string | number | null;

/** A cell of a table as text: quoted, and without a formula. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return `"${csvText(value).replaceAll('"', '""')}"`;
}

/**
 * A migration's summary as CSV: each row has a label, a count and its meaning; related records are listed if there were
 * any.
 */
export function accountCsv(account: Reconciliation, migration: Migration): string {
  const { id, migrationType, connectionName, status, completedAt } = migration;
  const kind = objectTypes[migrationType].name;
  const lines: Cell[][] = [
    ['Part', 'What', 'Count', 'Meaning'],
    ['Migration', 'Number', id, `${typeText(migrationType)} of ${connectionName}`],
    ['Migration', 'Status', null, status],
    ['Migration', 'Ended (UTC)', null, completedAt],
    ...accountRows(account, migration).flatMap(({ name, count, meaning, reasons: why }) => [
      ['Account', name, count, meaning],
      ...why.map((reason) => [name, reason.text, reason.count, null]),
    ]),
    ...reasons(account.warnedByReason, kind).map(({ text, count }) => ['What to know', text, count, null]),
    ...alongside(account, migration).flatMap(({ title, lines: came, warnings }) => [
      ...came
        .filter(({ count }) => count > 0)
        .flatMap(({ text, count, reasons: why = [] }) => [
          [title, text, count, null],
          ...why.map((reason) => [`${title}, ${text}`, reason.text, reason.count, null]),
        ]),
      ...warnings.map(({ text, count }) => [`${title}, what to know`, text, count, null]),
    ]),
    ...optionsInWords(account).map(({ label, count, names }) => [
      optionsTitle(migration),
      label,
      count,
      names,
    ]),
  ];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Saves a text that was made in the page as a file. The mark in front tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
