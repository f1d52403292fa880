import type { MigrationHealth, MigrationPhase, MigrationStatus } from '@ridgeline/contracts';

/** What can happen to a migration. */
export type MigrationEvent = 'claim' | 'complete' | 'fail' | 'cancel';

/**
 * The whole life: queued -> running -> completed | failed | cancelled, and queued -> cancelled. A running migration may
 * be claimed again, by the worker that resumes it after another one was lost.
 */
const transitions: Readonly<Record<MigrationStatus, Partial<Record<MigrationEvent, MigrationStatus>>>> = {
  queued: { claim: 'running', cancel: 'cancelled' },
  running: { claim: 'running', complete: 'completed', fail: 'failed', cancel: 'cancelled' },
  completed: {},
  failed: {},
  cancelled: {},
};

/** The status after an event, or null when the event cannot happen in this status. */
export function nextStatus(status: MigrationStatus, event: MigrationEvent): MigrationStatus | null {
  return transitions[status][event] ?? null;
}

/** Whether nothing can happen any more. */
export function hasEnded(status: MigrationStatus): boolean {
  return Object.keys(transitions[status]).length === 0;
}

/** In words, what remains of a migration that does not continue. */
export const whatStays = ({ dry_run }: { readonly dry_run: boolean }): string =>
  dry_run ? 'nothing was written' : 'what is already written stays';

/** The facts from which a migration's phase and health are derived. */
export interface PhaseFacts {
  readonly status: MigrationStatus;
  readonly waiting_for: string | null;
  readonly target_count: number;
  readonly processed_count: number;
  /** The count when all announced records had last been counted; null before. */
  readonly counted_through: number | null;
  /** Whether the first batch has been counted; null before it is planned. */
  readonly first_batch_done: boolean | null;
  /** Whether a worker holds a lease on it. */
  readonly held: boolean;
  /** It was handed back until its vendor may be called again, or until other companies have had their turn. */
  readonly put_off: boolean;
  /** When a user paused it; null while it is not paused. */
  readonly paused_at: Date | null;
  /** It was marked as stalled, and has made no progress since. */
  readonly stalled: boolean;
}

/** The phase of a running or paused migration; null for any other (ADR 43). */
export function phaseOf(facts: PhaseFacts): MigrationPhase | null {
  const { status, waiting_for, target_count, processed_count, counted_through, first_batch_done } = facts;
  if (facts.paused_at !== null && !hasEnded(status)) return facts.held ? 'pausing' : 'paused';
  if (status !== 'running') return null;
  if (waiting_for !== null) return 'waiting';
  if (processed_count > 0)
    return [target_count, counted_through].includes(processed_count) ? 'finishing' : 'writing';
  // Related records may be written before the first of its own.
  if (first_batch_done === null) return 'reading';
  return first_batch_done ? 'writing' : 'planning';
}

/** The health of a running migration; null for any other (ADR 43). */
export function healthOf({ status, held, put_off, paused_at, stalled }: PhaseFacts): MigrationHealth | null {
  if (status !== 'running') return null;
  if (!held && !put_off && paused_at === null) return 'recovering';
  return stalled ? 'stalled' : 'healthy';
}
