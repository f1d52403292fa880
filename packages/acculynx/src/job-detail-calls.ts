import type { CallSignals } from '@ridgeline/vendor-http';
import type { z } from 'zod';
import { acculynxOutcome, type AcculynxOutcome } from './acculynx-outcome.ts';
import {
  jobFinancialsSchema,
  jobInsuranceSchema,
  jobMilestoneSchema,
  jobRepresentativesSchema,
  type AcculynxJobFinancials,
  type AcculynxJobInsurance,
  type AcculynxJobMilestone,
  type AcculynxJobRepresentative,
} from './records/job-details.ts';
import type { Get } from './settings-calls.ts';

type Detail<Value> = (jobId: string, signals?: CallSignals) => Promise<AcculynxOutcome<Value | null>>;

/**
 * Details that cost one call per job. Null where there are none: the role is empty (204), the job is unassigned or gone
 * (404), or the detail does not apply to it (412; docs/vendors/acculynx.md, 1.3).
 */
export interface JobDetailCalls {
  readonly jobRepresentatives: Detail<AcculynxJobRepresentative[]>;
  readonly jobFinancials: Detail<AcculynxJobFinancials>;
  readonly jobInsurance: Detail<AcculynxJobInsurance>;
  /** Null also where the company's plan has no custom workflows: a 403 does not mean a bad key here. */
  readonly jobMilestone: Detail<AcculynxJobMilestone>;
}

const tellsNothing: ReadonlySet<number> = new Set([204, 404, 412]);
const noWorkflow: ReadonlySet<number> = new Set([...tellsNothing, 403]);

export function jobDetailCalls(get: Get): JobDetailCalls {
  const detail =
    <S extends z.ZodType>(name: string, schema: S, nothing = tellsNothing): Detail<z.output<S>> =>
    async (jobId, signals) => {
      const exchange = await get(`/jobs/{id}/${name}`, signals, {}, { id: jobId });
      if (exchange.kind === 'answer' && nothing.has(exchange.status)) return { outcome: 'ok', value: null };
      return acculynxOutcome(exchange, schema);
    };
  return {
    jobRepresentatives: detail('representatives', jobRepresentativesSchema),
    jobFinancials: detail('financials', jobFinancialsSchema),
    jobInsurance: detail('insurance', jobInsuranceSchema),
    jobMilestone: detail('milestones/current', jobMilestoneSchema, noWorkflow),
  };
}
