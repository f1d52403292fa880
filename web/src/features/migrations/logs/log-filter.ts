import type { LogLevel, MigrationLog, OutcomeKind, RecordKind } from '@ridgeline/contracts';
import { contextText } from './context-text.ts';
import { outcomesToldBy } from './log-outcomes.ts';
import type { LevelFilter, LogView } from './log-view.ts';

/** A log line with its text in lower case, made once, so that each keystroke only compares. */
export interface IndexedLog {
  readonly log: MigrationLog;
  readonly context: string;
  readonly searched: string;
  readonly outcomes: readonly OutcomeKind[];
}

/** `kind` is what the migration is about. */
export function indexLogs(logs: readonly MigrationLog[], kind: RecordKind): readonly IndexedLog[] {
  return logs.map((log) => {
    const context = contextText(log.context, kind);
    const searched = `${log.message}\n${context}`.toLowerCase();
    return { log, context, searched, outcomes: outcomesToldBy(log, kind) };
  });
}

/** The lines of a level or an outcome that contain the text in message or context, without regard to case. */
export function filterLogs(
  logs: readonly IndexedLog[],
  { level, outcome, text }: Pick<LogView, 'level' | 'outcome' | 'text'>,
): readonly IndexedLog[] {
  const wanted = text.trim().toLowerCase();
  if (level === 'all' && outcome === null && wanted === '') return logs;
  return logs.filter(
    ({ log, searched, outcomes }) =>
      (level === 'all' || log.level === level) &&
      (outcome === null || outcomes.includes(outcome)) &&
      searched.includes(wanted),
  );
}

/** How many lines there are of each level. */
export function countLevels(logs: readonly IndexedLog[]): Readonly<Record<LevelFilter, number>> {
  const counts: Record<LogLevel, number> = { info: 0, success: 0, warning: 0, error: 0 };
  for (const { log } of logs) counts[log.level] += 1;
  return { all: logs.length, ...counts };
}
