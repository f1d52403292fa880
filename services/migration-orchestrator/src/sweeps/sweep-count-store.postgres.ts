import type { FindingVerdict } from '@ridgeline/contracts';
import type { SweepPass } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/** How overdue the most overdue sweep of each pass is. A sweep that waits for a vendor is due later. */
export function readOverdueSweeps(
  tx: Tx,
): Promise<{ readonly pass: SweepPass; readonly longestSeconds: number }[]> {
  return tx.query<{ pass: SweepPass; longestSeconds: number }>(
    `select p.pass, coalesce(max(extract(epoch from clock_timestamp() - w.due_at)), 0)::float8 as "longestSeconds"
     from (values ('recent'), ('all'), ('portal'), ('written')) as p(pass)
     left join leased_sweeps w on w.pass = p.pass and w.due_at <= clock_timestamp() and (w.pass = 'recent' or w.holder is null)
     group by p.pass`,
  );
}

/** The findings of the last two hours by verdict; verdicts without any are left out. */
export function countFindings(
  tx: Tx,
): Promise<{ readonly verdict: FindingVerdict; readonly count: number }[]> {
  return tx.query<{ verdict: FindingVerdict; count: number }>(
    `select verdict, count(*)::integer as count from sweep_findings
     where found_at > clock_timestamp() - interval '2 hours' group by verdict`,
  );
}
