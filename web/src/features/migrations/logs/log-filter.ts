import type { LogLevel, MigrationLog, MigrationType } from '@ridgeline/contracts';
import { contextText } from './context-text.ts';
import { tellsOf } from './log-outcomes.ts';
import type { LevelFilter, LogView } from './log-view.ts';

/** A log line with its text in lower case, made once, so that each keystroke only compares. */
export interface IndexedLog {
  readonly log: MigrationLog;
  readonly context: string;
  readonly searched: string;
}

export function indexLogs(
  logs: readonly MigrationLog[],
  migrationType: MigrationType,
): readonly IndexedLog[] {
  return logs.map((log) => {
    const context = contextText(log.context, migrationType);
    return { log, context, searched: `${log.message}\n${context}`.toLowerCase() };
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
    ({ log, searched }) =>
      (level === 'all' || log.level === level) &&
      (outcome === null || tellsOf(log, outcome)) &&
      searched.includes(wanted),
  );
}

/** How many lines there are of each level. */
export function countLevels(logs: readonly IndexedLog[]): Readonly<Record<LevelFilter, number>> {
  const counts: Record<LogLevel, number> = { info: 0, success: 0, warning: 0, error: 0 };
  for (const { log } of logs) counts[log.level] += 1;
  return { all: logs.length, ...counts };
}
