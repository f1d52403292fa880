import { formatRecords, notedCodes } from '@ridgeline/contracts';
import type { PlannedRecord, RecordWarning } from '@ridgeline/contracts/internal';
import { aboutField, logEntry, recordEntry, type LogContext, type LogEntry } from '../base/log-entry.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import type { Execution } from '../plans/execution.ts';

/** Up to this many records of a batch that share a warning get an entry each; more of them share one. */
const maxAlike = 3;

/** The kind of an entry's records, for its context; left out for the migration's own kind. */
export const kindContext = ({ role, rules }: KindRules): LogContext =>
  role === 'own' ? {} : { kind: rules.type.name };

/** The entries of a batch's records: failed ones, skipped ones, warnings, and finally notes. */
export function recordLines(execution: Execution, kind: KindRules): readonly LogEntry[] {
  const noted = new Set(notedCodes(kind.rules.type));
  const given = Map.groupBy(givenWarnings(execution), ({ warning }) => noted.has(warning.code));
  return [
    // A record is still copied without an association.
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

/** A warning of a record, and its index among the record's warnings. */
interface GivenWarning {
  readonly record: Pick<PlannedRecord, 'sourceId' | 'name'>;
  readonly warning: RecordWarning;
  readonly index: number;
}

/** A record that was not written has no warnings either. */
const givenWarnings = ({ plan, outcomes }: Execution): GivenWarning[] =>
  plan.records
    .filter(({ sourceId }) => outcomes.has(sourceId))
    .flatMap((record) => record.warnings.map((warning, index) => ({ record, warning, index })));

/** An entry for each warning, or a shared one if more than `maxSingle` records have the same warning. */
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
  // A plan of a release in which the name was not a field: its messages are whole sentences.
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
