import type { LogLevel, RecordContext } from '@ridgeline/contracts';
import { logLevelNumbers, type LogLevel as WireLevel } from '@ridgeline/events';

/** An entry of the migration's log, as a report carries it. A repetition of the same event has the same `id`. */
export interface LogEntry {
  readonly id: string;
  readonly time: string;
  readonly level: WireLevel;
  /** What to call the record that it is about, or empty. */
  readonly name: string;
  /** Follows the name. */
  readonly message: string;
  readonly contextJson: string;
}

/** What a line says beyond its message, for programs; it must hold no secret. */
export type LogContext = Readonly<Record<string, unknown>>;

/** Longer texts are cut, so that what a vendor sends cannot make a report larger than Kafka takes. */
const maxMessageLength = 2_000;
const maxContextLength = 8_000;
/** The same for the facts about one record: they fit into a context whatever their characters are. */
const maxFactsLength = { name: 200, message: 500, detail: 500, field: 100 } as const;

/** So many lines, and bytes of their texts, go into one report. */
const linesPerReport = 50;
const bytesPerReport = 100_000;

/** The text, cut to the longest length that is allowed; an ellipsis says that there is more. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;

/** Lines in packs that fit into a report each; one empty pack when there are none. */
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

/** Makes a line of now. */
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

/** A fact, cut to its maximum length. */
export const fact = (name: keyof typeof maxFactsLength, text: string): string =>
  shortened(text, maxFactsLength[name]);

/** What the context of a line holds of the field that is at fault; `words` is the message without a name or a batch. */
export const aboutField = (field: string, words: string): Pick<RecordContext, 'field' | 'words'> => ({
  field: fact('field', field),
  words: fact('message', words),
});

/** What a line says about one record; `message` follows the name, where there is one. */
export interface ToldOfRecord {
  readonly sourceId: string;
  readonly name: string | null;
  readonly reason: string | null;
  readonly message: string;
  readonly detail: string | null;
  readonly field: string | null;
}

/**
 * A line about one record, made from the facts about it, which it holds as well: the name beside the message, the others in
 * its context. What the vendor said is part of the message where it does not say which field is at fault.
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
