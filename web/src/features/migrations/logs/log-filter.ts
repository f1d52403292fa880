import type { LogLevel, MigrationLog, RecordKind } from '@ridgeline/contracts';
import { contextText } from './context-text.ts';
import { outcomesToldBy } from './log-outcomes.ts';
import type { LevelFilter, LogView } from './log-view.ts';

/** A log, and the texts in which it is searched. */
export interface LogIndex {
  readonly logs: readonly MigrationLog[];
  /** What the migration is about. */
  readonly kind: RecordKind;
  /** Message and context of each line in lower case. Made when first asked for, and then kept: each keystroke only compares. */
  readonly texts: () => readonly string[];
}

export function indexLogs(logs: readonly MigrationLog[], kind: RecordKind): LogIndex {
  let texts: readonly string[] | null = null;
  return {
    logs,
    kind,
    texts: () =>
      (texts ??= logs.map(({ message, context }) =>
        `${message}\n${contextText(context, kind)}`.toLowerCase(),
      )),
  };
}

/** The lines of a level or an outcome that contain the text in message or context, without regard to case. */
export function filterLogs(
  { logs, kind, texts }: LogIndex,
  { level, outcome, text }: Pick<LogView, 'level' | 'outcome' | 'text'>,
): readonly MigrationLog[] {
  const wanted = text.trim().toLowerCase();
  if (level === 'all' && outcome === null && wanted === '') return logs;
  const searched = wanted === '' ? null : texts();
  return logs.filter(
    (log, place) =>
      (level === 'all' || log.level === level) &&
      (searched === null || searched[place]?.includes(wanted) === true) &&
      (outcome === null || outcomesToldBy(log, kind).includes(outcome)),
  );
}

/** How many lines there are of each level. */
export function countLevels(logs: readonly MigrationLog[]): Readonly<Record<LevelFilter, number>> {
  const counts: Record<LogLevel, number> = { info: 0, success: 0, warning: 0, error: 0 };
  for (const { level } of logs) counts[level] += 1;
  return { all: logs.length, ...counts };
}
