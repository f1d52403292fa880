import type { SweepPass } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/** The number of sweeps that a worker may take. */
interface FreePlaces {
  readonly all: number;
  /** Of these, the number for sweeps of all records and of HubSpot, which may take more than an hour. */
  readonly forWhole: number;
}

/** A sweep, or a check, that a worker may take. */
export interface DueSweep {
  readonly sweepId: number;
  readonly pass: SweepPass;
}

/**
 * Sweeps that are due and that no worker holds, only those of passes that the worker supports. Companies with the fewest held
 * sweeps come first, then the most overdue sweep.
 */
export function dueSweeps(tx: Tx, places: FreePlaces, passes: readonly string[]): Promise<DueSweep[]> {
  return tx.query<DueSweep>(
    `with held as (
       select company_id, count(*) as sweeps from leased_sweeps where holder is not null group by company_id
     ), due as (
       select id, pass, due_at,
         coalesce(held.sweeps, 0) + row_number() over (partition by company_id order by due_at, id) as turn
       from leased_sweeps left join held using (company_id)
       where due_at <= clock_timestamp() and holder is null and pass = any ($3::text[])
     ), ordered as (
       select id, pass, turn, due_at, row_number() over (partition by pass = 'recent' order by turn, due_at, id) as place from due
     )
     select id as "sweepId", pass from ordered where pass = 'recent' or place <= $2 order by turn, due_at, id limit $1`,
    [places.all, places.forWhole, passes],
  );
}

/** A worker with several places reserves one for recent changes: otherwise sweeps of all records would delay these. */
export const placesOf = (free: number, held: number): FreePlaces => ({
  all: free,
  forWhole: free + held > 1 ? Math.max(0, free - 1) : free,
});
