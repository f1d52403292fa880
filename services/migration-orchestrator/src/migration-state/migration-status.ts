import type { MigrationStatus } from '@ridgeline/contracts';

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
