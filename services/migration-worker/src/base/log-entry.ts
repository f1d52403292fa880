import { LogLevel } from '@ridgeline/events';
import { cut } from './cut.ts';

/** A line for the migration's log, as it travels in a report. `id` is the same when the same thing is told again. */
export interface LogEntry {
  readonly id: string;
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly contextJson: string;
}

/** What a line says beyond its message, for programs; it must hold no secret. */
export type LogContext = Readonly<Record<string, unknown>>;

const levels = {
  info: LogLevel.INFO,
  success: LogLevel.SUCCESS,
  warning: LogLevel.WARNING,
  error: LogLevel.ERROR,
} as const;

/** Longer texts are cut, so that what a vendor sends cannot make a report larger than Kafka takes. */
const longestMessage = 2_000;
const longestContext = 4_000;

/** So many lines go into one report: a few hundred kB at the most. */
const linesPerReport = 50;

/** Lines in packs that fit into a report each; one empty pack when there are none. */
export function packed(lines: readonly LogEntry[]): LogEntry[][] {
  return lines.length === 0 ? [[]] : cut(lines, linesPerReport);
}

/** Makes a line of now. */
export function logEntry(
  id: string,
  level: keyof typeof levels,
  message: string,
  context: LogContext = {},
): LogEntry {
  const contextJson = JSON.stringify(context);
  return {
    id,
    time: new Date().toISOString(),
    level: levels[level],
    message:
      message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()}…` : message,
    contextJson: contextJson.length > longestContext ? '{}' : contextJson,
  };
}
