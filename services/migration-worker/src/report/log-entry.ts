import { LogLevel } from '@ridgeline/events';

/** A line for the migration's log, as it travels in a report. `id` is the same when the same thing is told again. */
export interface LogEntry {
  readonly id: string;
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly contextJson: string;
}

const levels = {
  info: LogLevel.INFO,
  success: LogLevel.SUCCESS,
  warning: LogLevel.WARNING,
  error: LogLevel.ERROR,
} as const;

/** Makes a line of now. The context must hold no secret. */
export function logEntry(
  id: string,
  level: keyof typeof levels,
  message: string,
  context: Readonly<Record<string, unknown>> = {},
): LogEntry {
  return {
    id,
    time: new Date().toISOString(),
    level: levels[level],
    message,
    contextJson: JSON.stringify(context),
  };
}
