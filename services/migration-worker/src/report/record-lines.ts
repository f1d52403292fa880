import { formatRecords, notedCodes } from '@ridgeline/contracts';
import type { PlannedRecord, RecordWarning } from '@ridgeline/contracts/internal';
import { aboutField, logEntry, recordEntry, type LogContext, type LogEntry } from '../base/log-entry.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import type { Execution } from '../plans/execution.ts';

/** So many records of a batch that share a warning have a line each; more of them share one line. */
const maxAlike = 3;

/** What the context of a line says of the kind of its records: nothing where they are the migration's own. */
export const kindContext = ({ role, rules }: KindRules): LogContext =>
  role === 'own' ? {} : { kind: rules.type.name };

/** The lines of a batch's records: those that failed, those that were skipped, warnings, and last what is only noted. */
export function recordLines(execution: Execution, kind: KindRules): readonly LogEntry[] {
  const noted = new Set(notedCodes(kind.rules.type));
  const given = Map.groupBy(givenWarnings(execution), ({ warning }) => noted.has(warning.code));
  return [
    // Without an association a record is still copied.
    ...outcomeLines(execution, kind, {
      came: 'failed',
      level: kind.role === 'follow-up' ? 'warning' : 'error',
    }),
    ...outcomeLines(execution, kind, { came: 'skipped', level: 'warning' }),
    ...warningLines(execution, kind, {
      given: given.get(false) ?? [],
      level: 'warning',
      maxSingle: maxAlike,
    }),
    ...warningLines(execution, kind, { given: given.get(true) ?? [], level: 'info', maxSingle: 1 }),
  ];
}

function outcomeLines(
  { outcomes }: Execution,
  kind: KindRules,
  { came, level }: { readonly came: 'failed' | 'skipped'; readonly level: 'error' | 'warning' },
): LogEntry[] {
  return [...outcomes].flatMap(([sourceId, { message, ...outcome }]) =>
    outcome.outcome === came && message !== null
      ? recordEntry(`record-${sourceId}-${came}`, level, { ...outcome, sourceId, message }, kindContext(kind))
      : [],
  );
}

/** A warning of a record, and its place among the record's own. */
interface GivenWarning {
  readonly record: Pick<PlannedRecord, 'sourceId' | 'name'>;
  readonly warning: RecordWarning;
  readonly index: number;
}

/** What was not written has no warning either. */
const givenWarnings = ({ plan, outcomes }: Execution): GivenWarning[] =>
  plan.records
    .filter(({ sourceId }) => outcomes.has(sourceId))
    .flatMap((record) => record.warnings.map((warning, index) => ({ record, warning, index })));

/** A line for each warning, and one for all that say the same where they are more than `maxSingle`. */
function warningLines(
  { plan: { batch } }: Execution,
  kind: KindRules,
  {
    given,
    level,
    maxSingle,
  }: {
    readonly given: readonly GivenWarning[];
    readonly level: 'warning' | 'info';
    readonly maxSingle: number;
  },
): LogEntry[] {
  const about = kindContext(kind);
  const alike = Map.groupBy(given, ({ record, index, warning: { code, many } }) =>
    JSON.stringify(many === undefined ? [record.sourceId, index] : [code, many]),
  );
  return [...alike.values()].flatMap((group, place) => {
    const [first] = group;
    if (first?.warning.many === undefined || group.length <= maxSingle)
      return group.map((given) => warningLine(given, level, about));
    const { code, many: words, field } = first.warning;
    const records = formatRecords(group.length, kind.rules.type.noun);
    const id = `batch-${String(batch)}-${code}-${String(place)}`;
    const context = { reason: code, ...(field === undefined ? {} : aboutField(field, words)), ...about };
    return logEntry(id, level, `Batch ${String(batch)}, ${records}: ${words}`, context);
  });
}

function warningLine(
  { record: { sourceId, name }, index, warning: { code: reason, message, field } }: GivenWarning,
  level: 'warning' | 'info',
  about: LogContext,
): LogEntry {
  const id = `record-${sourceId}-${reason}-${String(index)}`;
  // A plan of a release before the name was a field: its messages are whole sentences.
  const told = {
    sourceId,
    name: name === '' ? null : name,
    reason,
    message,
    detail: null,
    field: field ?? null,
  };
  return recordEntry(id, level, told, about);
}
