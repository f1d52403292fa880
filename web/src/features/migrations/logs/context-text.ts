import type { MigrationLog, MigrationType } from '@ridgeline/contracts';
import { reasonInWords } from '../reason-words.ts';

/** Fields of a context that the message beside it says already. */
const inMessage: ReadonlySet<string> = new Set([
  ...['created', 'updated', 'unchanged', 'skipped', 'failed', 'source', 'difference'],
  ...['skippedByReason', 'failedByReason', 'countedBySource', 'foundAtEnd'],
]);

/** What a line's context says beyond its message: `Contact 0a1b · No email address in AccuLynx`. */
export function contextText(context: MigrationLog['context'], migrationType: MigrationType): string {
  return Object.entries(context)
    .filter(([name, value]) => !inMessage.has(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => worded(name, value, migrationType))
    .join(' · ');
}

function worded(name: string, value: unknown, migrationType: MigrationType): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'reason') return reasonInWords(text, migrationType);
  return name === 'sourceId'
    ? `AccuLynx id ${text}`
    : `${name.charAt(0).toUpperCase()}${name.slice(1)} ${text}`;
}
