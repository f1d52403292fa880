import { outcomeKinds, type MigrationLog, type OutcomeKind, type RecordKind } from '@ridgeline/contracts';
import { formatCount } from '../../../ui/text/format.ts';

/** The outcomes that a line tells of. `kind` is what the migration is about: only its records are counted on the page. */
export const outcomesToldBy = (log: MigrationLog, kind: RecordKind): readonly OutcomeKind[] =>
  (log.context['kind'] ?? kind.name) === kind.name
    ? outcomeKinds.filter((outcome) => tellsOf(log, outcome, kind))
    : [];

/**
 * Whether a line tells of records with an outcome. The log names failed and skipped records one by one; the others are
 * only counted: in the line of their batch, and in the account at the end, which is of all and names the source's.
 */
function tellsOf({ level, context }: MigrationLog, outcome: OutcomeKind, { reasons }: RecordKind): boolean {
  const named = typeof context['sourceId'] === 'string';
  switch (outcome) {
    case 'failed':
      return named && level === 'error';
    case 'skipped':
      // Other warnings are about records that were copied all the same.
      return (
        named &&
        level === 'warning' &&
        Object.keys(reasons.skipped).some((code) => code === context['reason'])
      );
    case 'created':
    case 'updated':
    case 'unchanged':
      return !('source' in context) && Number(context[outcome] ?? 0) > 0;
  }
}

/** What a person should know of a list of such lines: what it cannot show. Null when it shows every record. */
export function outcomeNote(outcome: OutcomeKind, records: number, lines: number): string | null {
  if (outcome !== 'failed' && outcome !== 'skipped')
    return `Records that were ${outcome} are not logged one by one: these are the batches that have some.`;
  return lines < records
    ? `${formatCount(lines)} of ${formatCount(records)} ${outcome} records are named; of one batch the log names 40 at most.`
    : null;
}
