import type { BatchAnswer, HubspotProblem } from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';

/** An answer that repeating cannot change. */
export type TargetAnswer = Ok<BatchAnswer> | Rejected<HubspotProblem>;
