import {
  logSentence,
  outcomeKinds,
  type LogLevel,
  type MigrationLog,
  type OutcomeKind,
  type RecordKind,
} from '@ridgeline/contracts';
import { formatCount } from '../../../ui/text/format.ts';
import type { LevelFilter, LogView } from './log-view.ts';
import { contextText } from './LogContext.tsx';

/** A log, and the texts in which it is searched. */
export interface LogIndex {
  readonly logs: readonly MigrationLog[];
  /** The kind of the migration's own records. */
  readonly kind: RecordKind;
  /** The text for which the server found these entries in the whole log; null if they are searched here. */
  readonly foundFor: string | null;
  /** Message and context of each entry in lower case. Built on first use and kept, so that a keystroke only compares. */
  readonly texts: () => readonly string[];
}

export function indexLogs(
  logs: readonly MigrationLog[],
  kind: RecordKind,
  foundFor: string | null = null,
): LogIndex {
  let texts: readonly string[] | null = null;
  return {
    logs,
    kind,
    foundFor,
    texts: () =>
      (texts ??= logs.map((log) => `${logSentence(log)}\n${contextText(log.context, kind)}`.toLowerCase())),
  };
}

/** The lines of a level or an outcome that contain the text in message or context, without regard to case. */
export function filterLogs(
  { logs, kind, foundFor, texts }: LogIndex,
  { level, outcome, text }: Pick<LogView, 'level' | 'outcome' | 'text'>,
): readonly MigrationLog[] {
  const wanted = text.trim() === foundFor ? '' : text.trim().toLowerCase();
  if (level === 'all' && outcome === null && wanted === '') return logs;
  const searched = wanted === '' ? null : texts();
  return logs.filter(
    (log, place) =>
      (level === 'all' || log.level === level) &&
      (searched === null || searched[place]?.includes(wanted) === true) &&
      (outcome === null || outcomesToldBy(log, kind).includes(outcome)),
  );
}

/** The number of entries per level. */
export function countLevels(logs: readonly MigrationLog[]): Readonly<Record<LevelFilter, number>> {
  const counts: Record<LogLevel, number> = { info: 0, success: 0, warning: 0, error: 0 };
  for (const { level } of logs) counts[level] += 1;
  return { all: logs.length, ...counts };
}

/** The outcomes that a line reports. `kind` is what the migration is about: only its records are counted on the page. */
export const outcomesToldBy = (log: MigrationLog, kind: RecordKind): readonly OutcomeKind[] =>
  (log.context['kind'] ?? kind.name) === kind.name
    ? outcomeKinds.filter((outcome) => tellsOf(log, outcome, kind))
    : [];

/**
 * Whether an entry reports records with an outcome. The log names failed and skipped records individually; others are only
 * counted in their batch's entry and in the final summary, which covers all records and is recognized by its `source`.
 */
function tellsOf({ level, context }: MigrationLog, outcome: OutcomeKind, { reasons }: RecordKind): boolean {
  const named = typeof context['sourceId'] === 'string';
  switch (outcome) {
    case 'failed':
      return named && level === 'error';
    case 'skipped':
      // Other warnings are about records that were copied anyway.
      return (
        named &&
        level === 'warning' &&
        Object.keys(reasons.skipped).some((code) => code === context['reason'])
      );
    case 'created':
    case 'updated':
    case 'unchanged':
    case 'removed':
      return !('source' in context) && Number(context[outcome] ?? 0) > 0;
  }
}

/** What a list of such entries cannot show, for the user to know. Null if it shows every record. */
export function outcomeNote(outcome: OutcomeKind, records: number, lines: number): string | null {
  if (outcome !== 'failed' && outcome !== 'skipped')
    return `Records that were ${outcome} are not logged one by one: these are the batches that have some.`;
  return lines < records
    ? `${formatCount(lines)} of ${formatCount(records)} ${outcome} records are named; the log lists up to 40 per batch.`
    : null;
}
