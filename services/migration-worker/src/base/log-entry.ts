import type { LogLevel, RecordContext } from '@ridgeline/contracts';
import { logLevelNumbers, type LogLevel as WireLevel } from '@ridgeline/events';

/** An entry of the migration's log, as a report carries it. A repetition of the same event has the same `id`. */
export interface LogEntry {
  readonly id: string;
  readonly time: string;
  readonly level: WireLevel;
  /** The name of the record that it is about, or empty. */
  readonly name: string;
  /** Follows the name. */
  readonly message: string;
  readonly contextJson: string;
}

/** Structured data of an entry, in addition to its message; must not contain a secret. */
export type LogContext = Readonly<Record<string, unknown>>;

/** Longer texts are truncated, so that what a vendor sends cannot make a report larger than Kafka accepts. */
const maxMessageLength = 2_000;
const maxContextLength = 8_000;
/** The same for the facts about one record: they fit into a context whatever characters they contain. */
const maxFactsLength = { name: 200, message: 500, detail: 500, field: 100 } as const;

/** The maximum number of entries per report, and of bytes in their texts. */
const linesPerReport = 50;
const bytesPerReport = 100_000;

/** The text, truncated to the maximum length; an ellipsis marks the cut. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;

/** Splits entries into packs that each fit into a report; one empty pack when there are none. */
export function packed(lines: readonly LogEntry[]): LogEntry[][] {
  let pack: LogEntry[] = [];
  let room = bytesPerReport;
  const packs = [pack];
  for (const line of lines) {
    const size = Buffer.byteLength(line.name + line.message + line.contextJson);
    if (pack.length === linesPerReport || (size > room && pack.length > 0)) {
      packs.push((pack = []));
      room = bytesPerReport;
    }
    pack.push(line);
    room -= size;
  }
  return packs;
}

/** Creates an entry dated now. */
export function logEntry(id: string, level: LogLevel, message: string, context: LogContext = {}): LogEntry {
  const contextJson = JSON.stringify(context);
  return {
    id,
    time: new Date().toISOString(),
    level: logLevelNumbers[level],
    name: '',
    message: shortened(message, maxMessageLength),
    contextJson: contextJson.length > maxContextLength ? '{}' : contextJson,
  };
}

/** A fact, truncated to its maximum length. */
export const fact = (name: keyof typeof maxFactsLength, text: string): string =>
  shortened(text, maxFactsLength[name]);

/** The context of an entry about a field at fault; `words` is the message without a name or a batch. */
export const aboutField = (field: string, words: string): Pick<RecordContext, 'field' | 'words'> => ({
  field: fact('field', field),
  words: fact('message', words),
});

/** An entry about one record; `message` follows the name, if there is one. */
export interface ToldOfRecord {
  readonly sourceId: string;
  readonly name: string | null;
  readonly reason: string | null;
  readonly message: string;
  readonly detail: string | null;
  readonly field: string | null;
}

/**
 * An entry about one record, built from the facts about it. It also contains these facts: the name next to the message, the
 * others in its context. The vendor's text is part of the message unless the vendor names the field at fault.
 */
export function recordEntry(
  id: string,
  level: LogLevel,
  { sourceId, name, reason, message, detail, field }: ToldOfRecord,
  about: LogContext,
): LogEntry {
  const sentence = field === null && detail !== null ? `${message}: ${detail}` : message;
  const context: RecordContext = {
    sourceId,
    ...(reason === null ? {} : { reason }),
    ...(field === null ? {} : aboutField(field, message)),
    ...(detail === null ? {} : { detail: fact('detail', detail) }),
  };
  return { ...logEntry(id, level, sentence, { ...about, ...context }), name: fact('name', name ?? '') };
}
