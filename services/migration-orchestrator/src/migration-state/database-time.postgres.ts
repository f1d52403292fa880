import type { Tx } from '@ridgeline/postgres';

/** The moment by the database, whose clock alone decides which of two plans is newer. */
export async function databaseTime(tx: Tx): Promise<Date> {
  return (await tx.one<{ at: Date }>('select clock_timestamp() as at')).at;
}
