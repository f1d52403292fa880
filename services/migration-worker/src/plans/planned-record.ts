import type { WarningCode } from '@ridgeline/contracts';
import type { BatchPlan, RecordWarning } from '@ridgeline/contracts/internal';

/** When the records of a plan were read from AccuLynx: moments of the orchestrator's database before that. */
export interface PlanTimes {
  /** Before any of them was read. */
  readonly readAt?: string | undefined;
  /** Before a record was read, by its source id, for those that were read later. */
  readonly readLater?: Readonly<Record<string, string>> | undefined;
}

/** A plan as it is sent. */
export type PlanToStore = BatchPlan & PlanTimes;

/** A warning whose words are the same for one record and for many; `field` is the HubSpot property that it is about. */
export const sharedWarning = (code: WarningCode, words: string, field?: string): RecordWarning => ({
  code,
  message: words,
  many: words,
  ...(field === undefined ? {} : { field }),
});
