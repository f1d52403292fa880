import { batchLimit } from '@ridgeline/hubspot';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Execution } from '../plans/execution.ts';
import type { ReportBatch, RunKinds } from './run-kinds.ts';
import { settleUnanswered, unansweredOf } from './settle-unanswered.ts';

/** How long a run that ends for good asks what became of writes that nobody answered. */
export const readBackMs = 30_000;

/** What it takes to close batches that nobody executes any more. */
export interface BatchCloser {
  readonly kinds: RunKinds<Pick<HubspotTarget, 'read'>>;
  readonly reportBatch: ReportBatch;
  /** Aborts when somebody else closes them. */
  readonly signal: AbortSignal;
}

/**
 * Closes batches that nobody executes any more: what may have been written of them is read back, in hundreds, and what is
 * there is reported. A record without an outcome was not written. When HubSpot stays silent it is not asked again.
 */
export async function closeBatches(
  executions: Iterable<Execution>,
  { kinds, signal, reportBatch }: BatchCloser,
): Promise<void> {
  let answers = true;
  for (const [kind, ofKind] of Map.groupBy(executions, ({ plan }) => plan.kind)) {
    const known = kinds.rulesOf(kind);
    const target = kinds.targetOf(kind);
    for (const group of inHundreds(ofKind)) {
      const patience = answers ? AbortSignal.timeout(readBackMs) : AbortSignal.abort();
      const until = AbortSignal.any([signal, patience]);
      const settled = await settleUnanswered(group, { rules: known.rules, target }, until);
      if (signal.aborted) return;
      answers &&= settled;
      // One that cannot be published stays uncounted, and the account says so; the others are told all the same.
      for (const execution of group) await reportBatch(execution, known).catch(() => undefined);
    }
  }
}

/** Whole batches, as many as can be read back with one call. */
function* inHundreds(executions: Iterable<Execution>): Generator<readonly Execution[]> {
  let group: Execution[] = [];
  let open = 0;
  for (const execution of executions) {
    const more = unansweredOf(execution).length;
    if (group.length > 0 && open + more > batchLimit) {
      yield group;
      [group, open] = [[], 0];
    }
    group.push(execution);
    open += more;
  }
  if (group.length > 0) yield group;
}
