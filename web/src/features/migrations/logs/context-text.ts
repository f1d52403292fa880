import { objectTypes, type MigrationLog, type RecordKind } from '@ridgeline/contracts';
import { capitalized } from '../../../components/format.ts';
import { kindInWords, reasonInWords } from '../record-words.ts';

/** Fields of a context that the message beside it says already. */
const inMessage: ReadonlySet<string> = new Set([
  ...['created', 'updated', 'unchanged', 'skipped', 'failed', 'source', 'difference'],
  ...['skippedByReason', 'failedByReason', 'warnedByReason', 'alongside', 'countedBySource', 'foundAtEnd'],
]);

/**
 * What a line's context says beyond its message: `AccuLynx id 0a1b · No email address in AccuLynx`. A line about another
 * kind than the migration's own begins with that kind.
 */
export function contextText(context: MigrationLog['context'], own: RecordKind): string {
  const { kind, ...fields } = context;
  const about = typeof kind === 'string' ? kind : own.name;
  const parts = Object.entries(fields)
    .filter(([name, value]) => !inMessage.has(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => worded(name, value, about));
  return (about === own.name ? parts : [capitalized(kindInWords(about)), ...parts]).join(' · ');
}

/** What goes over has an id at AccuLynx; an association has those of both its ends. */
const isRecord = (kind: string) => Object.values(objectTypes).some(({ name }) => name === kind);

function worded(name: string, value: unknown, kind: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'reason') return reasonInWords(text, kind);
  if (name !== 'sourceId') return `${capitalized(name)} ${text}`;
  return isRecord(kind) ? `AccuLynx id ${text}` : `Between ${text.split('/').join(' and ')}`;
}
