import { kindNamed } from '@ridgeline/contracts';
import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';

interface Deferred {
  readonly sourceId: string;
  /** Its place in the plan: who stands first asks first. */
  readonly position: number;
  readonly property: string;
  readonly value: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  /** The code of the warning that tells of it; null where there is none. */
  readonly warning: string | null;
}

function warningOf({ warnings }: PlannedRecord, kind: string): string | null {
  const known = kindNamed(kind)?.reasons.warned;
  return warnings.find(({ code }) => known?.[code]?.deferred === true)?.code ?? null;
}

/** Notes what a plan leaves out, or, when it is a settle plan, which value it gives to whom and takes from whom. */
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
  await tx.query(
    `update deferred_values d set given_in = $2
     from unnest($4::text[], $5::text[], $6::text[]) as g(source_id, property, value)
     where d.source_id = g.source_id and d.migration_id = $1 and d.kind = $3 and d.property = g.property
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

/** What a record of a settle plan does: its `value` is what it is given, its `takes` what it loses; empty for nothing. */
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
  await tx.query(
    `update batches set deferred_count = deferred_count + $3 where migration_id = $1 and batch = $2`,
    [run.id, batch, deferred.length],
  );
  await tx.query(
    `insert into deferred_values
       (migration_id, source_id, kind, property, value, company_id, batch, position, name, properties, put_back, warning)
     select $1, d.source_id, $4, d.property, d.value, $2, $3, d.position, d.name, d.properties, $5, d.warning
     from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::json[], $11::integer[], $12::text[])
       as d(source_id, property, value, name, properties, position, warning)
     on conflict (source_id, migration_id, kind, property, value) do nothing`,
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
