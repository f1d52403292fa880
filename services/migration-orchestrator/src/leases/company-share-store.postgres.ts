import type { Tx } from '@ridgeline/postgres';

/** How long leases last, and how workers' slots are shared. */
export interface LeaseRules {
  /** How long a worker may be silent before another worker gets its run. */
  readonly leaseMs: number;
  /** How many runs of one company may be held while runs of other companies wait for a slot. */
  readonly slotsPerCompany: number;
}

/**
 * A run that waits for a slot: the head of its queue, due, and unclaimed for three seconds. If slots were free, a worker
 * would have taken it sooner, by its start command or by an offer.
 */
const waitingRuns = `
  select m.company_id
  from migrations m
  where m.is_open and (m.paused_at is null or m.closing_until is not null)
    and m.commanded_at < now() - interval '3 seconds'
    and (m.not_before is null or m.not_before < now() - interval '3 seconds')
    and not exists (select from leases l where l.portal_queue = m.portal_queue)`;

/**
 * Whether a company already has its share of the slots while runs of others wait: then it gets no further slot. Companies
 * that already have their own share do not count as waiting.
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
 * Runs that must be handed back to free slots for other companies: the youngest runs beyond each company's share, and no more
 * than there are other companies below their share with a waiting run.
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
