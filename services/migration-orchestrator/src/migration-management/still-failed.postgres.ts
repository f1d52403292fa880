import type { Tx } from '@ridgeline/postgres';
import { LRUCache } from 'lru-cache';
import type { CurrentRow } from './current-store.postgres.ts';

/** How retries changed the number of a migration's failures, for one kind. */
interface SettledFailures {
  readonly kind: string;
  /** Failed in the migration, but no longer. */
  readonly settled: number;
  /** Failed only in a retry. */
  readonly added: number;
}

/** The effect of retries that have ended, by the migration and its retries: later outcomes cannot change it. */
export type SettledCache = LRUCache<string, readonly SettledFailures[]>;

const maxCached = 5_000;

export const newSettledCache = (): SettledCache => new LRUCache({ max: maxCached });

interface RetriesOfOne {
  readonly base: number;
  readonly retries: readonly number[];
  /** A retry has ended, but a worker must still look up what it wrote last. */
  readonly closing: boolean;
}

/** The retries of each of these migrations that have written, in their order, including retries of retries. */
async function retriesOf(
  tx: Tx,
  companyId: string,
  ids: readonly number[],
): Promise<readonly RetriesOfOne[]> {
  return tx.query(
    `with recursive following as (
       select id as base, id, false as writes, false as closing from unnest($2::integer[]) as b(id)
       union all
       select f.base, m.id, not m.dry_run and m.status in ('completed', 'failed', 'cancelled'), m.closing_until is not null
       from following f
       -- By the index of what follows, never by that of the company.
       cross join lateral (select * from migrations where follows = f.id offset 0) m
       where m.company_id = $1 and m.follows_as in ('retry', 'plan')
     )
     select base, array_agg(id order by id) as retries, bool_or(closing) as closing from following where writes group by base`,
    [companyId, ids],
  );
}

/** The effect of retries; cached, because dashboards ask repeatedly. */
async function settledOnce(
  tx: Tx,
  { base, retries, closing }: RetriesOfOne,
  cache: SettledCache,
): Promise<readonly SettledFailures[]> {
  const key = [base, ...retries].join(' ');
  const cached = cache.get(key);
  if (cached) return cached;
  const settled = await settledBy(tx, base, retries);
  if (!closing) cache.set(key, settled);
  return settled;
}

/** Compares the last outcome of each retried record with the original one; reads only as many rows as were retried. */
function settledBy(tx: Tx, base: number, retries: readonly number[]): Promise<SettledFailures[]> {
  return tx.query<SettledFailures>(
    `with last as (
       select distinct on (source_id, kind) source_id, kind, outcome from outcomes
       where migration_id = any ($2::integer[]) order by source_id, kind, migration_id desc
     )
     select l.kind,
       count(*) filter (where o.outcome = 'failed' and l.outcome <> 'failed')::integer as settled,
       count(*) filter (where o.outcome <> 'failed' and l.outcome = 'failed')::integer as added
     from last l cross join lateral (
       select outcome from outcomes
       where migration_id = $1 and source_id = l.source_id and kind = l.kind offset 0) o
     group by l.kind`,
    [base, retries],
  );
}

/** How many records of each kind are still failed after the retries of a migration; those without retries are left out. */
export async function stillFailedOf(
  tx: Tx,
  companyId: string,
  rows: readonly CurrentRow[],
  cache: SettledCache,
): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> {
  const bases = rows.filter(({ is_base }) => is_base);
  const found = await retriesOf(
    tx,
    companyId,
    bases.map(({ id }) => id),
  );
  const still = new Map<number, Record<string, number>>();
  for (const one of found) {
    const { base } = one;
    const row = bases.find(({ id }) => id === base);
    if (!row) continue;
    const { kind, error_count, reconciliation } = row;
    const failed: Record<string, number> = { [kind]: error_count };
    for (const [other, tally] of Object.entries(reconciliation?.alongside ?? {}))
      failed[other] = tally.failed;
    for (const { kind: settledKind, settled, added } of await settledOnce(tx, one, cache))
      failed[settledKind] = Math.max(0, (failed[settledKind] ?? 0) - settled + added);
    still.set(base, failed);
  }
  return still;
}
