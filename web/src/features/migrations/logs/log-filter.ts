import type { LogLevel, MigrationLog } from '@ridgeline/contracts';
import type { LevelFilter, LogView } from './log-view.ts';

/** A log line with its text in lower case, made once, so that each keystroke only compares. */
export interface IndexedLog {
  readonly log: MigrationLog;
  readonly context: string;
  readonly searched: string;
}

/** What a line's context says: `batch 3 · contact 0a1b`. Nested values are written as JSON. */
export function contextText(context: MigrationLog['context']): string {
  return Object.entries(context)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${plain(value)}`)
    .join(' · ');
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

export function indexLogs(logs: readonly MigrationLog[]): readonly IndexedLog[] {
  return logs.map((log) => {
    const context = contextText(log.context);
    return { log, context, searched: `${log.message}\n${context}`.toLowerCase() };
  });
}

/** The lines of a level that contain the text in message or context, without regard to case. */
export function filterLogs(
  logs: readonly IndexedLog[],
  { level, text }: Pick<LogView, 'level' | 'text'>,
): readonly IndexedLog[] {
  const wanted = text.trim().toLowerCase();
  if (level === 'all' && wanted === '') return logs;
  return logs.filter((one) => (level === 'all' || one.log.level === level) && one.searched.includes(wanted));
}

/** How many lines there are of each level. */
export function countLevels(logs: readonly IndexedLog[]): Readonly<Record<LevelFilter, number>> {
  const counts: Record<LogLevel, number> = { info: 0, success: 0, warning: 0, error: 0 };
  for (const { log } of logs) counts[log.level] += 1;
  return { all: logs.length, ...counts };
}
