import type { PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import type { MappedRecord, ObjectMigration } from '../object-migration/object-migration.ts';
import type { Plannable, ReadPlace } from './lookups/prepare-group.ts';

/** How a batch is planned. */
export interface PlanningRules<Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: Pick<ObjectMigration<never, Mapped, Counterparts, Options>, 'type' | 'keyOf' | 'plan'>;
  readonly options: Options;
  /** The unique values and HubSpot records that other records of the run already have; none is assigned twice. */
  readonly taken: readonly TakenKey[];
}

/** Plans each record of a batch. Pure. */
export function planBatch<Mapped extends MappedRecord, Counterparts, Options>(
  batch: readonly (Plannable<Mapped, Counterparts> & Pick<ReadPlace, 'digest'>)[],
  { object, options, taken }: PlanningRules<Mapped, Counterparts, Options>,
): PlannedRecord[] {
  const holders = new Map(
    taken.flatMap(({ kind, key, takenBy }) => (kind === 'key' ? [[key, takenBy]] : [])),
  );
  const records = new Set(taken.flatMap(({ kind, key }) => (kind === 'hubspot_id' ? [key] : [])));
  const isTaken = (hubspotId: string): boolean => records.has(hubspotId);
  return batch.map((one) => {
    if ('planned' in one) return one.planned;
    const { record, identity, counterparts, digest } = one;
    const { sourceId } = record;
    const key = object.keyOf(record);
    const holder = identity.keyTakenBy ?? (key === null ? undefined : holders.get(key)) ?? sourceId;
    if (key !== null && !holders.has(key)) holders.set(key, holder);
    const known = { ...identity, keyTakenBy: holder === sourceId ? null : holder };
    const about = object.plan({ record, identity: known, counterparts, options, isTaken });
    const planned = digest === undefined ? about : { ...about, digest };
    if ('hubspotId' in planned) records.add(planned.hubspotId);
    return key === null || known.keyTakenBy !== null ? planned : { ...planned, key };
  });
}
