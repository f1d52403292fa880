import type { WarningCode } from '@ridgeline/contracts';
import type { BatchPlan, RecordWarning } from '@ridgeline/contracts/internal';

/** A plan as it is sent; `readAt` is a moment of the orchestrator's database before its records were read from AccuLynx. */
export type PlanToStore = BatchPlan & { readonly readAt?: string | undefined };

/** A warning whose words are the same for one record and for many; `field` is the HubSpot property that it is about. */
export const sharedWarning = (code: WarningCode, words: string, field?: string): RecordWarning => ({
  code,
  message: words,
  many: words,
  ...(field === undefined ? {} : { field }),
});
