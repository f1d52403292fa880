import { kindNamed } from '@ridgeline/contracts';
import type { BatchPlan, OpenValue, OutdatedRecord, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import type { PagedByBatches } from './batch-store.postgres.ts';

interface Deferred {
  readonly sourceId: string;
  /** Its position in the plan: earlier records have precedence. */
  readonly position: number;
  readonly property: string;
  readonly value: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  /** The code of its warning; null if there is none. */
  readonly warning: string | null;
}

function warningOf({ warnings }: PlannedRecord, kind: string): string | null {
  const known = kindNamed(kind)?.reasons.warned;
  return warnings.find(({ code }) => known?.[code]?.deferred === true)?.code ?? null;
}

/** Stores the values that a plan leaves out; for a settle plan, the values that it gives to records and takes from them. */
export async function noteDeferred(tx: Tx, run: FencedRun, plan: BatchPlan): Promise<void> {
  if (plan.pass !== 'settle') {
    const deferred = plan.records.flatMap((record, position) =>
      record.deferred
        ? { sourceId: record.sourceId, position, ...record.deferred, warning: warningOf(record, plan.kind) }
        : [],
    );
    return insertDeferred(tx, run, plan, deferred, false);
  }
  const moves = plan.records.map(moveOf);
  const takenAway = moves.flatMap(({ takes, ...move }) => (takes ? { ...move, value: takes } : []));
  await insertDeferred(tx, run, plan, takenAway, true);
  const given = moves.filter(({ value }) => value !== '');
  const { deferredValues, run: number } = run.tables;
  await tx.query(
    `update ${deferredValues} d set given_in = $2
     from unnest($4::text[], $5::text[], $6::text[]) as g(source_id, property, value)
     where d.source_id = g.source_id and d.${number} = $1 and d.kind = $3 and d.property = g.property
       and d.value = g.value`,
    [
      run.id,
      plan.batch,
      plan.kind,
      given.map(({ sourceId }) => sourceId),
      given.map(({ property }) => property),
      given.map(({ value }) => value),
    ],
  );
}

/** What a settle plan does with a record: `value` is the value it gains, `takes` the one it loses; empty for none. */
function moveOf(record: PlannedRecord, position: number): Deferred & { readonly takes: string } {
  const { sourceId, deferred: { property, name } = { property: '', name: '' } } = record;
  const move = { sourceId, position, property, name, properties: {}, warning: null };
  if (record.action === 'create') return { ...move, value: record.properties[property] ?? '', takes: '' };
  if (record.action !== 'update') return { ...move, value: '', takes: '' };
  const value = record.after[property];
  // An empty text takes the record's value away.
  return { ...move, value: value ?? '', takes: value === '' ? (record.before[property] ?? '') : '' };
}

async function insertDeferred(
  tx: Tx,
  run: FencedRun,
  { batch, kind }: Pick<BatchPlan, 'batch' | 'kind'>,
  deferred: readonly Deferred[],
  putBack: boolean,
): Promise<void> {
  if (deferred.length === 0) return;
  const { batches, deferredValues, run: number } = run.tables;
  await tx.query(
    `update ${batches} set deferred_count = deferred_count + $3 where ${number} = $1 and batch = $2`,
    [run.id, batch, deferred.length],
  );
  await tx.query(
    `insert into ${deferredValues}
       (${number}, source_id, kind, property, value, company_id, batch, position, name, properties, put_back, warning)
     select $1, d.source_id, $4, d.property, d.value, $2, $3, d.position, d.name, d.properties, $5, d.warning
     from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::json[], $11::integer[], $12::text[])
       as d(source_id, property, value, name, properties, position, warning)
     on conflict (source_id, ${number}, kind, property, value) do nothing`,
    [
      run.id,
      run.company_id,
      batch,
      kind,
      putBack,
      deferred.map(({ sourceId }) => sourceId),
      deferred.map(({ property }) => property),
      deferred.map(({ value }) => value),
      deferred.map(({ name }) => storableText(name)),
      deferred.map(({ properties }) => JSON.stringify(properties)),
      deferred.map(({ position }) => position),
      deferred.map(({ warning }) => warning),
    ],
  );
}

/** Closes the requests of a settle plan's records: the values that they wait for are out of date. */
export async function refuseDeferred(
  tx: Tx,
  { id, tables }: FencedRun,
  { kind }: Pick<BatchPlan, 'kind'>,
  records: readonly OutdatedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `update ${tables.deferredValues} d set state = 'refused'
     from unnest($3::text[]) as r(source_id)
     where d.source_id = r.source_id and d.${tables.run} = $1 and d.kind = $2 and d.state = 'open'`,
    [id, kind, records.map(({ sourceId }) => sourceId)],
  );
}

/**
 * The deferred values of a kind that can be given now, in run order. A value goes to the first record that wants it, that is
 * in HubSpot or would be with it, and for which the value was not refused. It goes to none while the record that claimed it
 * first has it, is never given twice, and a record gets only one value per property. In a round, some later records that want
 * the value are returned as well, because one of them may take part in an exchange, and values that a record of the round has:
 * a record that cannot get its value may have one that others want.
 *
 * Everything is looked up individually, by keys that need no statistics of the migration. Usually the first record has the
 * value; this is checked first, so that the other records need not be read.
 */
export const openValuesOf = (kind: string): PagedByBatches<OpenValue> => ({
  kind,
  countedIn: 'deferred_count',
  batchesPerPage: 20,
  items: (tx, run, batches) => valuesInTurn(tx, run, kind, batches),
});

/** A record whose value was refused this often stays without it: HubSpot does not accept the value. */
const maxRefusals = 3;

function valuesInTurn(
  tx: Tx,
  { id, tables }: FencedRun,
  kind: string,
  batches: readonly number[],
): Promise<OpenValue[]> {
  const { deferredValues, keyReservations, run, outcomeOf, hubspotIdOf, maxAsking } = tables;
  return tx.query<OpenValue>(
    `with asked as materialized (
       select distinct property, value from ${deferredValues}
       where batch = any ($2::integer[]) and ${run} = $1 and kind = $4 and state = 'open'
     ), free as materialized (
       select property, value from asked a
       where ${maxAsking} > 1 or coalesce((
         select ${outcomeOf('r.source_id')}
             in ('created', 'updated', 'unchanged')
           and (select count(*) from ${deferredValues} x
                where x.source_id = r.source_id and x.${run} = $1 and x.kind = $4
                  and x.property = a.property and x.value = a.value) = 0
         from ${keyReservations} r
         where r.${run} = $1 and r.key = a.value and r.kind = $4 and r.claim = 'key'
       ), false) is false
     )
     select d.property, d.value, d.source_id as "sourceId", d.name, d.properties, d.put_back as "putBack",
       ${hubspotIdOf('d.source_id')} as "hubspotId"
     from free
     cross join lateral (
       select * from ${deferredValues} f
       where f.value = free.value and f.${run} = $1 and f.kind = $4 and f.property = free.property
         and f.state = 'open'
         and ${outcomeOf('f.source_id')} <> 'failed'
       order by f.put_back, f.batch, f.position limit ${maxAsking}
     ) d
     where d.batch = any ($2::integer[])
       and (select count(*) filter (where g.state = 'given') = 0 and count(*) filter (where g.state = 'refused') < $3
            from ${deferredValues} g
            where g.value = d.value and g.${run} = $1 and g.kind = $4 and g.property = d.property)
       and (select count(*) from ${deferredValues} g
            where g.source_id = d.source_id and g.${run} = $1 and g.kind = $4 and g.property = d.property
              and g.state = 'given') = 0
     order by d.batch, d.position`,
    [id, batches, maxRefusals, kind],
  );
}
