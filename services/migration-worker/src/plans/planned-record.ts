import type { WarningCode } from '@ridgeline/contracts';
import type { BatchPlan, RecordWarning } from '@ridgeline/contracts/internal';

/** When a plan's records were read from AccuLynx, as database times of the orchestrator before the read. */
export interface PlanTimes {
  /** Before any record was read. */
  readonly readAt?: string | undefined;
  /** By source id, for records that were read later: before the record was read. */
  readonly readLater?: Readonly<Record<string, string>> | undefined;
}

/** A plan as it is sent. */
export type PlanToStore = BatchPlan & PlanTimes;

/** A warning with the same text for one record and for many; `field` is the HubSpot property that it concerns. */
export const sharedWarning = (code: WarningCode, words: string, field?: string): RecordWarning => ({
  code,
  message: words,
  many: words,
  ...(field === undefined ? {} : { field }),
});
