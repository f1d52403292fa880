import {
  formatCount,
  outcomeKinds,
  outcomeWord,
  plannedOutcomeWord,
  type OutcomeFacts,
  type OutcomeKind,
} from '@ridgeline/contracts';
import { logEntry, type LogContext, type LogEntry } from '../base/log-entry.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import type { Execution } from '../plans/execution.ts';
import { kindContext, recordLines } from './record-lines.ts';

/**
 * How many further entries a batch gets for each hundred records, after its first one; the rest is counted in one entry.
 */
const maxDetails = 40;

/** The number of a batch's records by outcome. */
export function countOutcomes(
  outcomes: Iterable<Pick<OutcomeFacts, 'outcome'>>,
): Record<OutcomeKind, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  return counts;
}

interface BatchLogOptions {
  /** Whether these are only foreseen outcomes. */
  readonly isDryRun?: boolean;
}

/**
 * A batch's log: one summary entry, then those of its records, failures first. A settle batch contains no records of its own
 * and gets the entries of its pass. Only its messages contain a batch's number (ADR 37).
 */
export function batchLog(
  execution: Execution,
  kind: KindRules,
  { isDryRun = false }: BatchLogOptions = {},
): readonly LogEntry[] {
  const about = kindContext(kind);
  if (execution.plan.pass === 'settle')
    return bounded(execution, kind.rules.settle?.log(execution, about) ?? [], about);
  return [
    summary(execution, kind, isDryRun ? plannedOutcomeWord : outcomeWord),
    ...bounded(execution, recordLines(execution, kind), about),
  ];
}

function summary(
  { plan: { batch }, outcomes }: Execution,
  kind: KindRules,
  wordOf: typeof outcomeWord,
): LogEntry {
  const { role, rules } = kind;
  const about = kindContext(kind);
  const counts = countOutcomes(outcomes.values());
  const came = outcomeKinds.filter((outcome) => counts[outcome] > 0);
  const parts = came.map((outcome) => `${formatCount(counts[outcome])} ${wordOf(outcome, rules.type)}`);
  const holds = {
    own: '',
    companion: `, ${rules.type.noun.many} that come along`,
    'follow-up': `, ${rules.type.hubspotNoun.many}`,
  };
  return logEntry(
    `batch-${String(batch)}`,
    levelOf(counts),
    `Batch ${String(batch)}${holds[role]}: ${parts.join(', ') || 'nothing was done'}`,
    { ...about, ...Object.fromEntries(came.map((outcome) => [outcome, counts[outcome]])) },
  );
}

function levelOf({ failed, ...others }: Record<OutcomeKind, number>): 'warning' | 'success' | 'info' {
  if (failed > 0) return 'warning';
  return Object.values(others).some((count) => count > 0) ? 'success' : 'info';
}

function bounded(
  { plan: { batch, records } }: Execution,
  details: readonly LogEntry[],
  about: LogContext,
): readonly LogEntry[] {
  const most = maxDetails * Math.max(1, Math.ceil(records.length / 100));
  const rest = details.length - most;
  if (rest <= 0) return details;
  const more = logEntry(
    `batch-${String(batch)}-more`,
    'info',
    `Batch ${String(batch)}: ${formatCount(rest)} more notes like these are left out of this log`,
    about,
  );
  return [...details.slice(0, most), more];
}
