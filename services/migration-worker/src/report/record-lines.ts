import { formatRecords, notedCodes } from '@ridgeline/contracts';
import { logEntry, type LogContext, type LogEntry } from '../base/log-entry.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import type { Execution } from '../plans/execution.ts';
import type { RecordWarning } from '../plans/planned-record.ts';

/** So many records of a batch that share a warning are told one by one; where there are more, one line tells of all. */
const mostAlike = 3;

/** What the context of a line tells of the kind of its records: nothing where they are the migration's own. */
export const kindContext = ({ role, rules }: KindRules): LogContext =>
  role === 'own' ? {} : { kind: rules.type.name };

/** The lines of a batch's records: those that failed, those that were skipped, warnings, and last what is only noted. */
export function recordLines(execution: Execution, kind: KindRules): readonly LogEntry[] {
  const noted = new Set(notedCodes(kind.rules.type));
  const given = Map.groupBy(givenWarnings(execution), ({ warning }) => noted.has(warning.code));
  return [
    // Without an association a record has gone over all the same.
    ...outcomeLines(execution, kind, {
      came: 'failed',
      level: kind.role === 'later' ? 'warning' : 'error',
    }),
    ...outcomeLines(execution, kind, { came: 'skipped', level: 'warning' }),
    ...warningLines(execution, kind, {
      given: given.get(false) ?? [],
      level: 'warning',
      mostSingle: mostAlike,
    }),
    ...warningLines(execution, kind, { given: given.get(true) ?? [], level: 'info', mostSingle: 1 }),
  ];
}

function outcomeLines(
  { outcomes }: Execution,
  kind: KindRules,
  { came, level }: { readonly came: 'failed' | 'skipped'; readonly level: 'error' | 'warning' },
): LogEntry[] {
  return [...outcomes].flatMap(([sourceId, outcome]) => {
    const { reason, message } = outcome;
    return outcome.kind === came && message !== null
      ? logEntry(`record-${sourceId}-${came}`, level, message, { sourceId, reason, ...kindContext(kind) })
      : [];
  });
}

/** A warning of a record, and its place among the record's own. */
interface GivenWarning {
  readonly sourceId: string;
  readonly warning: RecordWarning;
  readonly index: number;
}

/** What was not written has no warning either. */
const givenWarnings = ({ plan, outcomes }: Execution): GivenWarning[] =>
  plan.records
    .filter(({ sourceId }) => outcomes.has(sourceId))
    .flatMap(({ sourceId, warnings }) => warnings.map((warning, index) => ({ sourceId, warning, index })));

/** A line for each warning, and one for all that say the same where they are more than `mostSingle`. */
function warningLines(
  { plan: { batch } }: Execution,
  kind: KindRules,
  {
    given,
    level,
    mostSingle,
  }: {
    readonly given: readonly GivenWarning[];
    readonly level: 'warning' | 'info';
    readonly mostSingle: number;
  },
): LogEntry[] {
  const about = kindContext(kind);
  const alike = Map.groupBy(given, ({ sourceId, index, warning: { code, many } }) =>
    JSON.stringify(many === undefined ? [sourceId, index] : [code, many]),
  );
  return [...alike.values()].flatMap((group, place) => {
    const { code, many } = group[0]?.warning ?? {};
    if (many === undefined || group.length <= mostSingle)
      return group.map(({ sourceId, index, warning }) => {
        const id = `record-${sourceId}-${warning.code}-${String(index)}`;
        return logEntry(id, level, warning.message, { sourceId, reason: warning.code, ...about });
      });
    const records = formatRecords(group.length, kind.rules.type.noun);
    const id = `batch-${String(batch)}-${String(code)}-${String(place)}`;
    return logEntry(id, level, `Batch ${String(batch)}, ${records}: ${many}`, {
      reason: code,
      ...about,
    });
  });
}
