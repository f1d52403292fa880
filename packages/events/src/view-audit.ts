import type { Actor } from '@ridgeline/kit';
import { auditEvent } from './audit-event.ts';
import type { OutgoingEvent } from './event.ts';

/** What an administrator looks at of other companies. */
export interface View {
  /** What is the same look when it comes again: a list, or all of one company. */
  readonly about: string;
  /** What was looked at, for the audit trail. */
  readonly detail: string;
}

/** What is looked at again within this time gets no further line. */
const againMs = 15 * 60_000;

/** So many looks are remembered; one that was forgotten gets a line again. */
const maxRemembered = 1_000;

/**
 * Records in the audit trail, before it is answered, what an administrator looks at of other companies: one line in a while for
 * each user and subject, of each process. `record` stores an event in a transaction of its own.
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
