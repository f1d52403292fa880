import type { Actor } from '@ridgeline/kit';
import { auditEvent } from './audit-event.ts';
import type { OutgoingEvent } from './event.ts';

/** What an administrator views of other companies. */
export interface View {
  /** Identifies repeated views: of a list, or of everything of one company. */
  readonly about: string;
  /** What was viewed, for the audit trail. */
  readonly detail: string;
}

/** A repeated view within this time gets no further entry. */
const againMs = 15 * 60_000;

/** Maximum views that are remembered; a forgotten one gets an entry again. */
const maxRemembered = 1_000;

/**
 * Records what an administrator views of other companies in the audit trail, before the view is answered: in each process,
 * one entry per interval for each user and subject. `record` stores an event in a transaction of its own.
 */
export function auditViews(
  record: (event: OutgoingEvent) => Promise<void>,
  now: () => number = Date.now,
): (by: Actor, view: View) => Promise<void> {
  const seen = new Map<string, number>();
  return async ({ user, origin }, { about, detail }) => {
    const key = `${String(user.userId)} ${about}`;
    const at = now();
    if (at - (seen.get(key) ?? -Infinity) < againMs) return;
    await record(auditEvent({ action: 'companies-viewed', result: 'done', by: user, origin, detail }));
    if (seen.size >= maxRemembered) seen.clear();
    seen.set(key, at);
  };
}
