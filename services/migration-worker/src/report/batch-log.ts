import { outcomeKinds, type OutcomeKind } from '@ridgeline/contracts';
import { logEntry, type LogEntry } from '../base/log-entry.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import type { Execution, Outcome } from '../plans/execution.ts';

/** Records of one batch that get a line of their own; what is beyond is counted in one line. */
const mostDetails = 40;

/** How many records of a batch came out in each way. */
export function countOutcomes(outcomes: Iterable<Outcome>): Record<OutcomeKind, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}

/**
 * A batch's log: one line in all, then one for each failure, warning and skipped record, failures first. A batch of the
 * second pass holds no records of its own: it has the lines that the rules of that pass give it.
 */
export function batchLog(execution: Execution, kind: KindRules): readonly LogEntry[] {
  const { plan } = execution;
  if (plan.pass === 'settle') return bounded(plan.batch, kind.rules.settle?.log(execution) ?? []);
  const details = [
    // Without an association a record has gone over all the same.
    ...outcomeLines(execution, 'failed', kind.role === 'association' ? 'warning' : 'error'),
    ...warningLines(execution),
    ...outcomeLines(execution, 'skipped', 'warning'),
  ];
  return [summary(execution, kind), ...bounded(plan.batch, details)];
}

function summary({ plan: { batch, kind }, outcomes }: Execution, { role, rules }: KindRules): LogEntry {
  const counts = countOutcomes(outcomes.values());
  const came = outcomeKinds.filter((outcome) => counts[outcome] > 0);
  const words = role === 'association' ? associationWords : {};
  const parts = came.map(
    (outcome) => `${counts[outcome].toLocaleString('en-US')} ${words[outcome] ?? outcome}`,
  );
  const holds = {
    own: '',
    companion: `, ${rules.type.noun.many} that come along`,
    association: `, ${rules.type.hubspotNoun.many}`,
  };
  return logEntry(
    `batch-${String(batch)}`,
    levelOf(counts),
    `Batch ${String(batch)}${holds[role]}: ${parts.join(', ') || 'nothing was done'}`,
    {
      batch,
      ...(role === 'own' ? {} : { kind }),
      ...Object.fromEntries(came.map((outcome) => [outcome, counts[outcome]])),
    },
  );
}

/** What is said of associations in place of the outcomes of records. */
const associationWords: Partial<Record<OutcomeKind, string>> = { created: 'made', unchanged: 'present' };

function levelOf({ failed, ...others }: Record<Outcome['kind'], number>): 'warning' | 'success' | 'info' {
  if (failed > 0) return 'warning';
  return Object.values(others).some((count) => count > 0) ? 'success' : 'info';
}

function bounded(batch: number, details: readonly LogEntry[]): readonly LogEntry[] {
  const rest = details.length - mostDetails;
  if (rest <= 0) return details;
  const more = logEntry(
    `batch-${String(batch)}-more`,
    'info',
    `Batch ${String(batch)}: ${rest.toLocaleString('en-US')} more notes like these are left out of this log`,
    { batch },
  );
  return [...details.slice(0, mostDetails), more];
}

function outcomeLines(
  { outcomes }: Execution,
  kind: 'failed' | 'skipped',
  level: 'error' | 'warning',
): LogEntry[] {
  return [...outcomes].flatMap(([sourceId, outcome]) =>
    outcome.kind === kind && outcome.message !== null
      ? logEntry(`record-${sourceId}-${kind}`, level, outcome.message, { sourceId, reason: outcome.reason })
      : [],
  );
}

/** What was not written has no warning either. */
function warningLines({ plan, outcomes }: Execution): LogEntry[] {
  const told = plan.records.filter(({ sourceId }) => outcomes.has(sourceId));
  return told.flatMap(({ sourceId, warnings }) =>
    warnings.map(({ code, message }, index) =>
      logEntry(`record-${sourceId}-${code}-${String(index)}`, 'warning', message, { sourceId, reason: code }),
    ),
  );
}
