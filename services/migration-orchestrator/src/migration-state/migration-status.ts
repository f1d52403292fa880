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

/** What a migration leaves that does not continue, in words. */
export const whatStays = ({ dry_run }: { readonly dry_run: boolean }): string =>
  dry_run ? 'nothing was written' : 'what is already written stays';

/** What is known of a migration that says what it does and how it is. */
export interface PhaseFacts {
  readonly status: MigrationStatus;
  readonly waiting_for: string | null;
  readonly target_count: number;
  readonly processed_count: number;
  /** What was counted when it was last all that had been announced; null before. */
  readonly counted_through: number | null;
  /** Whether the first batch was counted; null before it is planned. */
  readonly first_batch_done: boolean | null;
  /** Whether a worker has a lease on it. */
  readonly held: boolean;
  /** It was given back until the vendor that it waits for may be asked again, or while other companies have their turn. */
  readonly put_off: boolean;
  /** When a user paused it; null while it is not paused. */
  readonly paused_at: Date | null;
  /** It was noticed that it stalled, and it made no progress since. */
  readonly stalled: boolean;
}

/** What a running or paused migration does; null for any other (ADR 43). */
export function phaseOf(facts: PhaseFacts): MigrationPhase | null {
  const { status, waiting_for, target_count, processed_count, counted_through, first_batch_done } = facts;
  if (facts.paused_at !== null && !hasEnded(status)) return facts.held ? 'pausing' : 'paused';
  if (status !== 'running') return null;
  if (waiting_for !== null) return 'waiting';
  if (processed_count > 0)
    return [target_count, counted_through].includes(processed_count) ? 'finishing' : 'writing';
  // What comes along with its records may be written before the first of them.
  if (first_batch_done === null) return 'reading';
  return first_batch_done ? 'writing' : 'planning';
}

/** How a running migration is; null for any other (ADR 43). */
export function healthOf({ status, held, put_off, paused_at, stalled }: PhaseFacts): MigrationHealth | null {
  if (status !== 'running') return null;
  if (!held && !put_off && paused_at === null) return 'recovering';
  return stalled ? 'stalled' : 'healthy';
}
