import { setTimeout as pause } from 'node:timers/promises';
import type { OpenEmail, PlannedRecord } from '@ridgeline/contracts/internal';
import { batchLimit, type HubspotRecord } from '@ridgeline/hubspot';
import { cut } from '../../base/cut.ts';
import type { HeldRun, Orchestrator } from '../../orchestrator/orchestrator.ts';
import { planEmailMoves } from './plan-email-moves.ts';
import { readContacts } from '../../hubspot-io/read-records.ts';
import type { HubspotTarget, ContactKey } from '../../hubspot-io/hubspot-target.ts';
import { countingReason } from '../../waiting/wait-reason.ts';
import type { WaitTracker } from '../../waiting/wait-tracker.ts';

/** What the pass over withheld e-mails works with. */
export interface EmailPassParts {
  readonly run: HeldRun;
  readonly orchestrator: Pick<Orchestrator, 'openEmails'>;
  readonly target: HubspotTarget;
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** Records, executes and reports a plan of moves. */
  readonly execute: (records: readonly PlannedRecord[]) => Promise<void>;
  readonly waits: WaitTracker;
}

/**
 * Gives the addresses that were left out of their records to those whose turn it is, step by step, until no address can
 * move any more: each step gives at least one, or frees one for the next step. It looks at HubSpot before each step, so
 * that it goes on rightly wherever an earlier worker stopped.
 */
export async function settleEmails(parts: EmailPassParts): Promise<void> {
  const released = new Set<string>();
  for (;;) {
    const open = await whenCounted(parts);
    if (open.length === 0) return;
    const [owners, records] = await Promise.all([
      readMany(
        parts,
        'email',
        open.map(({ email }) => email),
      ),
      readMany(
        parts,
        'id',
        open.flatMap(({ hubspotId }) => hubspotId ?? []),
      ),
    ]);
    const moves = planEmailMoves({ open, owners, records, released });
    if (moves.length === 0) return;
    for (const { sourceId, ...move } of moves)
      if (move.action === 'update' && move.after['email'] === '') released.add(sourceId);
    // All of a step before the next look: so many steps are needed as the longest chain of moves is long.
    for (const batch of cut(moves, parts.batchSize)) await parts.execute(batch);
  }
}

/** The open e-mails, once all that was reported is counted. */
async function whenCounted({
  run,
  orchestrator,
  signal,
  waits,
}: EmailPassParts): Promise<readonly OpenEmail[]> {
  const emails: OpenEmail[] = [];
  const waiting = waits.begin(countingReason);
  try {
    for (let after = 0, pauseMs = 20; ;) {
      const page = await orchestrator.openEmails(run, after, signal);
      emails.push(...page.emails);
      if (page.settled && page.next === null) return emails;
      after = page.next ?? after;
      if (page.settled) continue;
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      pauseMs = Math.min(pauseMs * 2, 1_000);
    }
  } finally {
    waiting.end();
  }
}

async function readMany(
  { target, signal }: EmailPassParts,
  by: ContactKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HubspotRecord>> {
  const found = new Map<string, HubspotRecord>();
  for (let from = 0; from < ids.length; from += batchLimit)
    for (const [key, record] of await readContacts(target, by, ids.slice(from, from + batchLimit), signal))
      found.set(key, record);
  return found;
}
