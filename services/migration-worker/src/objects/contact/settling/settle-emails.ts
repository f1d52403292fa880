import { contactType, type OutcomeFacts } from '@ridgeline/contracts';
import type { OpenValue, PlannedRecord } from '@ridgeline/contracts/internal';
import { chunk } from '../../../base/collections.ts';
import { recordEntry, type LogContext, type LogEntry } from '../../../base/log-entry.ts';
import { countedPages } from '../../../object-migration/counted-pages.ts';
import type { FollowUpPassContext } from '../../../object-migration/write-rules.ts';
import type { Execution } from '../../../plans/execution.ts';
import { emailKey } from '../planning/find-counterparts.ts';
import { planEmailMoves } from './plan-email-moves.ts';

/**
 * Gives the addresses that were left out of their records to those whose turn it is, step by step, until no address can
 * move any more: each step gives at least one, or frees one for the next step. It looks at HubSpot before each step, so
 * that it continues correctly after any step at which an earlier worker stopped.
 */
export async function* settleEmails(context: FollowUpPassContext): AsyncGenerator<readonly PlannedRecord[]> {
  const { read, batchSize } = context;
  const released = new Set<string>();
  /** If a move is planned again, it was not made, because auto-sync has written the record since: it is left to auto-sync. */
  const planned = new Set<string>();
  for (;;) {
    const open = await openEmails(context);
    if (open.length === 0) return;
    const [owners, records] = await Promise.all([
      read.byKey(
        emailKey,
        open.map(({ value }) => value),
      ),
      read.byId(open.flatMap(({ hubspotId }) => hubspotId ?? [])),
    ]);
    const moves = planEmailMoves({ open, owners, records, released }).filter(
      (move) => !planned.has(JSON.stringify(move)),
    );
    if (moves.length === 0) return;
    for (const { sourceId, ...move } of moves)
      if (move.action === 'update' && move.after['email'] === '') released.add(sourceId);
    for (const move of moves) planned.add(JSON.stringify(move));
    // A whole step before the next query: the number of steps equals the length of the longest chain of moves.
    yield* chunk(moves, batchSize);
  }
}

/** The open emails, once all reported batches are counted. */
async function openEmails(context: FollowUpPassContext): Promise<readonly OpenValue[]> {
  const { run, ledger, signal } = context;
  const open: OpenValue[] = [];
  const pages = countedPages(context, async (after) => {
    const { values: items, ...page } = await ledger.openValues(run, contactType.name, after, signal);
    return { ...page, items };
  });
  for await (const page of pages) open.push(...page);
  return open;
}

/**
 * The log of a batch that moved emails between records: one entry per address, whether or not it could be moved. `about` is
 * part of each entry's context.
 */
export function emailLog({ plan, outcomes }: Execution, about: LogContext): readonly LogEntry[] {
  return plan.records.flatMap((record) => {
    const { sourceId, deferred } = record;
    const outcome = outcomes.get(sourceId);
    if (!outcome || !deferred) return [];
    const { level, message } = told(record, outcome);
    const id = `emails-${String(plan.batch)}-${sourceId}`;
    return recordEntry(id, level, { ...outcome, sourceId, name: deferred.name, message }, about);
  });
}

/** The outcome for one address; the text follows the name of its record. */
function told(
  record: PlannedRecord,
  { outcome, message }: OutcomeFacts,
): { level: 'info' | 'warning'; message: string } {
  const email = record.deferred?.value ?? '';
  if (outcome === 'failed') {
    const unwritten = `the email address ${email} was not written`;
    return { level: 'warning', message: message === null ? unwritten : `${message}; ${unwritten}` };
  }
  const [warning] = record.warnings;
  if (warning) return { level: 'warning', message: warning.message };
  const before = record.action === 'update' ? (record.before['email'] ?? '') : '';
  const gaveUp = record.action === 'update' && record.after['email'] === '';
  if (gaveUp)
    return {
      level: 'info',
      message: `${before} goes to the contact that has it in AccuLynx now`,
    };
  const replaced = before === '' ? '' : `, and loses ${before}`;
  return {
    level: 'info',
    message: `gets the email address ${email} after all: no other HubSpot contact has it${replaced}`,
  };
}
