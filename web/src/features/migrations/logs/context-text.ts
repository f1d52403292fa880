import { objectTypes, reasonInWords, type MigrationLog, type RecordKind } from '@ridgeline/contracts';
import { capitalized } from '../../../ui/text/format.ts';
import { kindInWords } from '../record-words.ts';

/** Fields of a context that the message beside it says already. */
const inMessage: ReadonlySet<string> = new Set([
  ...['created', 'updated', 'unchanged', 'skipped', 'failed', 'source', 'difference'],
  ...['skippedByReason', 'failedByReason', 'warnedByReason', 'alongside', 'countedBySource', 'foundAtEnd'],
]);

type Context = MigrationLog['context'];

const has = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * What a line's context says in words, for searching: `AccuLynx id 0a1b · No email address in AccuLynx`. A line about
 * another kind than the migration's own begins with that kind.
 */
export function contextText({ kind, ...fields }: Context, own: RecordKind): string {
  const about = typeof kind === 'string' ? kind : own.name;
  const parts = Object.entries(fields)
    .filter(([name, value]) => !inMessage.has(name) && has(value))
    .map(([name, value]) => worded(name, value, about));
  return (about === own.name ? parts : [capitalized(kindInWords(about)), ...parts]).join(' · ');
}

/** What is shown of a context beside its message; all of it stands in the tree below. */
export interface ContextSummary {
  /** What the message does not say already. */
  readonly text: string;
  /** The record that the line is about, and of which kind it is; null where it is about none, or two. */
  readonly record: { readonly kind: string; readonly sourceId: string } | null;
}

/** Of these only the tree tells: the message says the reason and whom an association is between, and a record is a link. */
const toldElsewhere: ReadonlySet<string> = new Set(['reason', 'sourceId']);

export function contextSummary(context: Context, own: RecordKind): ContextSummary {
  const { kind, sourceId } = context;
  const about = typeof kind === 'string' ? kind : own.name;
  const record = typeof sourceId === 'string' && isRecord(about) ? { kind: about, sourceId } : null;
  const rest = Object.entries(context).filter(([name]) => !toldElsewhere.has(name));
  return { record, text: contextText(Object.fromEntries(rest), own) };
}

/** What goes over has an id at AccuLynx; an association has those of both its ends. */
const isRecord = (kind: string) => Object.values(objectTypes).some(({ name }) => name === kind);

function worded(name: string, value: unknown, kind: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'reason') return reasonInWords(text, kind);
  if (name !== 'sourceId') return `${capitalized(name)} ${text}`;
  return isRecord(kind) ? `AccuLynx id ${text}` : `Between ${text.split('/').join(' and ')}`;
}
