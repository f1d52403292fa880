import type { BatchAnswer, HubspotProblem } from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';

/** An answer that repeating cannot change. */
export type TargetAnswer = Ok<BatchAnswer> | Rejected<HubspotProblem>;

/** A batch that is refused with one of these may hold acceptable inputs; any other refusal is about the call itself. */
const statuses = new Set([400, 409]);

/** Whether a call was refused because of some of its inputs, which the answer does not tell apart from the others. */
export function isRefusedAsAWhole(answer: Ok<unknown> | Rejected<HubspotProblem>): boolean {
  return answer.outcome === 'rejected' && statuses.has(answer.problem.status);
}
