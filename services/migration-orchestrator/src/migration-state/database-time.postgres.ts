import type { Tx } from '@ridgeline/postgres';

/** The database's current time: its clock alone decides which of two plans is newer. */
export async function databaseTime(tx: Tx): Promise<Date> {
  return (await tx.one<{ at: Date }>('select clock_timestamp() as at')).at;
}
