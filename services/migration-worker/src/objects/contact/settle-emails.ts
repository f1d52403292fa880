import { setTimeout as pause } from 'node:timers/promises';
import type { OpenEmail } from '@ridgeline/contracts/internal';
import { cut } from '../../base/cut.ts';
import type { SettleContext } from '../../object-migration/write-rules.ts';
import type { PlannedRecord } from '../../plans/planned-record.ts';
import { countingReason } from '../../waiting/wait-reason.ts';
import { emailKey } from './counterparts.ts';
import { planEmailMoves } from './plan-email-moves.ts';

/**
 * Gives the addresses that were left out of their records to those whose turn it is, step by step, until no address can
 * move any more: each step gives at least one, or frees one for the next step. It looks at HubSpot before each step, so
 * that it goes on rightly wherever an earlier worker stopped.
 */
export async function* settleEmails(context: SettleContext): AsyncGenerator<readonly PlannedRecord[]> {
  const { read, batchSize } = context;
  const released = new Set<string>();
  for (;;) {
    const open = await whenCounted(context);
    if (open.length === 0) return;
    const [owners, records] = await Promise.all([
      read.byKey(
        emailKey,
        open.map(({ email }) => email),
      ),
      read.byId(open.flatMap(({ hubspotId }) => hubspotId ?? [])),
    ]);
    const moves = planEmailMoves({ open, owners, records, released });
    if (moves.length === 0) return;
    for (const { sourceId, ...move } of moves)
      if (move.action === 'update' && move.after['email'] === '') released.add(sourceId);
    // All of a step before the next look: so many steps are needed as the longest chain of moves is long.
    yield* cut(moves, batchSize);
  }
}

/** The open e-mails, once all that was reported is counted. */
async function whenCounted({ run, ledger, signal, waits }: SettleContext): Promise<readonly OpenEmail[]> {
  const emails: OpenEmail[] = [];
  const waiting = waits.begin(countingReason);
  try {
    for (let after = 0, pauseMs = 20; ;) {
      const page = await ledger.openEmails(run, after, signal);
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
