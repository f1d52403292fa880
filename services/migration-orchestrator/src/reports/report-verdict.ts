import type { BatchTotals } from './batch-store.postgres.ts';

/** What came of a worker's report. */
export type ReportVerdict =
  /**
   * It changed the migration: `told` with its update in the same transaction, else the update is to follow. A batch tells how
   * many records of which kind came to which end.
   */
  | {
      readonly result: 'counted';
      readonly told: boolean;
      readonly totals?: BatchTotals & { readonly kind: string };
    }
  /** Nothing new in it: it was counted before, or a heartbeat that changes nothing. */
  | { readonly result: 'repeated' }
  /** It speaks under a lease that has passed on, or of a migration that has ended: it changes nothing. */
  | { readonly result: 'stale' }
  /** It can never be counted. */
  | { readonly result: 'unusable'; readonly why: string };

export const counted: ReportVerdict = { result: 'counted', told: true };
export const progressed: ReportVerdict = { result: 'counted', told: false };
export const repeated: ReportVerdict = { result: 'repeated' };
export const stale: ReportVerdict = { result: 'stale' };
export const unusable = (why: string): ReportVerdict => ({ result: 'unusable', why });
