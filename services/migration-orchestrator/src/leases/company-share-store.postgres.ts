import type { Tx } from '@ridgeline/postgres';

/** How long leases last, and how workers' slots are shared. */
export interface LeaseRules {
  /** How long a worker may be silent before its run goes to another one. */
  readonly leaseMs: number;
  /** So many runs of one company may be held while runs of other companies wait for a slot. */
  readonly slotsPerCompany: number;
}

/**
 * A run that waits for a slot: the head of its queue, due, and left by every worker for three seconds. With slots free a
 * worker takes it sooner, by its command or by an offer.
 */
const waitingRuns = `
  select m.company_id
  from migrations m
  where m.is_open and (m.paused_at is null or m.closing_until is not null)
    and m.commanded_at < now() - interval '3 seconds'
    and (m.not_before is null or m.not_before < now() - interval '3 seconds')
    and not exists (select from leases l where l.portal_queue = m.portal_queue)`;

/**
 * Whether a company has its share of the slots already, while runs of others wait: then it takes no further one. Others
 * that have their own share already are no reason.
 */
export async function mustLeaveRoom(
  tx: Tx,
  { slotsPerCompany }: Pick<LeaseRules, 'slotsPerCompany'>,
  companyId: string,
): Promise<boolean> {
  const { crowded } = await tx.one<{ crowded: boolean }>(
    `with held as (select company_id, count(*) as runs from leases group by company_id)
     select coalesce((select runs >= $2 from held where company_id = $1), false) and exists (
       select from (${waitingRuns}) w left join held h on h.company_id = w.company_id
       where w.company_id <> $1 and coalesce(h.runs, 0) < $2) as crowded`,
    [companyId, slotsPerCompany],
  );
  return crowded;
}

/**
 * Runs that must be handed back so that others get a slot: of each company that has more than its share, the youngest
 * ones beyond it, as long as runs of other companies wait; never more than wait.
 */
export async function runsToYield(
  tx: Tx,
  { slotsPerCompany }: Pick<LeaseRules, 'slotsPerCompany'>,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ migration_id: number }>(
    `with held as (
       select company_id, migration_id, row_number() over (partition by company_id order by migration_id) as place
       from leases
     ), waiting as (
       select count(distinct w.company_id) as companies from (${waitingRuns}) w
       where (select count(*) from held h where h.company_id = w.company_id) < $1
     )
     select migration_id from held where place > $1
     order by place desc, migration_id desc
     limit (select companies from waiting)`,
    [slotsPerCompany],
  );
  return new Set(rows.map((row) => row.migration_id));
}
