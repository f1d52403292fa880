import { kindNamed, outcomeKinds, type MigrationLog, type RecordKind } from '@ridgeline/contracts';
import { formatRecords } from '../../../ui/text/format.ts';
import type { Purpose } from '../../summary/purpose.ts';
import { countInWords } from '../record-words.ts';

/** A single entry. */
interface EntryRow {
  readonly log: MigrationLog;
  /** Whether it is shown below the row of its batches. */
  readonly inFold: boolean;
}

/** Consecutive entries that only report a written batch, in one row. */
export interface FoldRow {
  /** The id of the oldest of them: more batches do not change it. */
  readonly fold: number;
  /** The newest first. */
  readonly batches: readonly MigrationLog[];
  readonly open: boolean;
}

export type LogRow = EntryRow | FoldRow;

/** A unique key per row, stable while groups expand and collapse. */
export const keyOfRow = (row: LogRow): string => ('fold' in row ? `fold ${row.fold}` : String(row.log.id));

const counted: ReadonlySet<string> = new Set(['kind', ...outcomeKinds]);

/** Whether an entry only reports a written batch: its level is success or info, and its context holds only counts. */
export function isBatchReport({ level, name, context }: MigrationLog): boolean {
  const names = Object.keys(context);
  return (
    (level === 'success' || level === 'info') &&
    name === undefined &&
    names.every((one) => counted.has(one)) &&
    outcomeKinds.some((outcome) => Number(context[outcome] ?? 0) > 0)
  );
}

/** The rows of a log, newest first; `opened` are the keys of folds, `chosen` is an entry that is shown in any case. */
export function rowsOf(
  logs: readonly MigrationLog[],
  opened: ReadonlySet<number>,
  chosen: number | null,
): readonly LogRow[] {
  const rows: LogRow[] = [];
  let batches: MigrationLog[] = [];
  const close = () => {
    const oldest = batches.at(-1);
    const isFold = oldest !== undefined && batches.length > 1;
    const open = isFold && (opened.has(oldest.id) || batches.some(({ id }) => id === chosen));
    if (isFold) rows.push({ fold: oldest.id, batches, open });
    if (!isFold || open) for (const log of batches) rows.push({ log, inFold: isFold });
    batches = [];
  };
  for (const log of logs) {
    if (isBatchReport(log)) batches.push(log);
    else {
      close();
      rows.push({ log, inFold: false });
    }
  }
  close();
  return rows;
}

const batchNoun = { one: 'batch', many: 'batches' } as const;
const recordNoun = { one: 'record', many: 'records' } as const;

const isRecord = (kind: string) => typeof kindNamed(kind)?.acculynxPage === 'string';

/** `12 batches written, 1,200 records`; what is no record, as an association, is counted apart. */
export function foldText(batches: readonly MigrationLog[], own: RecordKind, purpose: Purpose): string {
  const counts = new Map<string, number>();
  for (const { context } of batches) {
    const kind = typeof context['kind'] === 'string' ? context['kind'] : own.name;
    const key = isRecord(kind) ? '' : kind;
    const sum = outcomeKinds.reduce((all, outcome) => all + Number(context[outcome] ?? 0), 0);
    counts.set(key, (counts.get(key) ?? 0) + sum);
  }
  const done = purpose === 'copy' ? 'written' : purpose === 'undo' ? 'undone' : 'planned';
  return [
    `${formatRecords(batches.length, batchNoun)} ${done}`,
    ...[...counts].map(([kind, count]) =>
      kind === '' ? formatRecords(count, recordNoun) : countInWords(kind, count),
    ),
  ].join(', ');
}
