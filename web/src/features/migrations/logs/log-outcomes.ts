import type { MigrationLog } from '@ridgeline/contracts';
import { formatCount } from '../../../components/format.ts';
import type { OutcomeName } from '../outcomes.ts';

/** The reasons for which a record is left out; other warnings are about records that were copied. */
const skipReasons: readonly unknown[] = ['no_email', 'nothing_to_write'];

/**
 * Whether a line tells of records with an outcome. The log names failed and skipped records one by one; the others are
 * only counted in the line of their batch.
 */
export function tellsOf({ level, context }: MigrationLog, outcome: OutcomeName): boolean {
  const named = typeof context['sourceId'] === 'string';
  switch (outcome) {
    case 'failed':
      return named && level === 'error';
    case 'skipped':
      return named && level === 'warning' && skipReasons.includes(context['reason']);
    case 'created':
    case 'updated':
    case 'unchanged':
      return 'batch' in context && Number(context[outcome] ?? 0) > 0;
  }
}

/** What a person should know of a list of such lines: what it cannot show. Null when it shows every record. */
export function outcomeNote(outcome: OutcomeName, records: number, lines: number): string | null {
  if (outcome !== 'failed' && outcome !== 'skipped')
    return `Records that were ${outcome} are not logged one by one: these are the batches that have some.`;
  return lines < records
    ? `${formatCount(lines)} of ${formatCount(records)} ${outcome} records are named; of one batch the log names 40 at most.`
    : null;
}
