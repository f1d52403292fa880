import type { Tx } from '@ridgeline/postgres';

/** The migration of a connection whose turn it is. */
export interface HeadOfLine {
  readonly id: number;
  /** When its start command last went out; null when it never did. */
  readonly commanded_at: Date | null;
}

/**
 * One migration of a connection runs at a time; the others wait in the order of their numbers. The head is the running
 * one that lost its worker, else the first that is queued; undefined while any run of the connection is held, a cancelled
 * one with a batch in flight included.
 */
export function headOfLine(tx: Tx, connectionId: number): Promise<HeadOfLine | undefined> {
  return tx.maybeOne<HeadOfLine>(
    `select id, commanded_at from migrations
     where connection_id = $1 and status in ('queued', 'running')
       and not exists (select from migrations where connection_id = $1 and holder is not null)
     order by status = 'running' desc, id
     limit 1`,
    [connectionId],
  );
}
