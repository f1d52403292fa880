import type { Tx } from '@ridgeline/postgres';

/** The migration whose turn it is among those that write to one HubSpot portal. */
export interface HeadOfLine {
  readonly id: number;
  /** When its start command last went out; null when it never did. */
  readonly commanded_at: Date | null;
}

/**
 * One migration of a connection runs at a time, and of all connections that lead to the same portal: two that write the
 * same records side by side could both count them as created. The others wait in the order of their numbers. The head is the running
 * one that lost its worker, else the first that is queued; undefined while any run in the line is held, a cancelled
 * one with a batch in flight included.
 */
export function headOfLine(tx: Tx, targetLine: string): Promise<HeadOfLine | undefined> {
  return tx.maybeOne<HeadOfLine>(
    `select id, commanded_at from migrations
     where target_line = $1 and status in ('queued', 'running')
       and not exists (select from migrations where target_line = $1 and holder is not null)
     order by status = 'running' desc, id
     limit 1`,
    [targetLine],
  );
}
