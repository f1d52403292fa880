import { logLevelOf, type LogLine as WireLine } from '@ridgeline/events';
import type { LogLevel } from '@ridgeline/contracts';
import { storableText } from './storable-text.ts';

/** A line of a migration's log, ready to be stored. */
export interface NewLogLine {
  /** Identifies the line within its migration, so that a repeated report does not write it twice. */
  readonly lineId: string;
  readonly time: Date;
  readonly level: LogLevel;
  /** The name of the record that the entry is about, or null. */
  readonly name: string | null;
  /** Follows the name. */
  readonly message: string;
  /** A JSON object as text. */
  readonly contextJson: string;
}

/** The text itself if it is a JSON object, otherwise an empty object: an invalid context must not lose the entry. */
function objectJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? JSON.stringify(value)
      : '{}';
  } catch {
    return '{}';
  }
}

function timeOf(text: string): Date {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? new Date() : time;
}

/** A worker's log line as it is stored. Whatever is malformed is replaced, because a log must never stop a report. */
export function fromWire(line: WireLine): NewLogLine {
  return {
    lineId: storableText(line.id),
    time: timeOf(line.time),
    level: logLevelOf(line.level) ?? 'info',
    name: storableText(line.name) || null,
    message: storableText(line.message),
    contextJson: objectJson(line.contextJson),
  };
}
