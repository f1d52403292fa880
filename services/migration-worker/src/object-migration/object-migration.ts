import type { RunSettings } from '@ridgeline/contracts/internal';
import type { RecordReader } from '../hubspot-io/read-records.ts';
import type { RecordIdentity } from '../plans/batch-plan.ts';
import type { PlannedRecord } from '../plans/planned-record.ts';
import type { AcculynxAccess, RecordSource } from '../vendors/record-source.ts';
import type { WriteRules } from './write-rules.ts';

/** A source record in HubSpot's terms; what else it holds is known to its own kind only. */
export interface MappedRecord {
  readonly sourceId: string;
}

/** A mapped record with what the orchestrator knows of it. */
export interface Identified<Mapped> {
  readonly record: Mapped;
  readonly identity: RecordIdentity;
}

/** A record with its counterparts in HubSpot: all that its plan needs. */
export interface Prepared<Mapped, Counterparts> extends Identified<Mapped> {
  readonly counterparts: Counterparts;
}

/** Everything that decides about one record. */
export interface PlanQuestion<Mapped, Counterparts, Options> extends Prepared<Mapped, Counterparts> {
  readonly options: Options;
  /** Whether another record of the run has this HubSpot record already: no two may go to one. */
  readonly isTaken: (hubspotId: string) => boolean;
}

/** How the counterparts of a group of records are looked up. */
export interface LookUp {
  readonly read: RecordReader;
  /** Whether no HubSpot record carries an id of AccuLynx: then none is asked for by it. */
  readonly noSourceIds: boolean;
}

/**
 * How records of one kind go over: all that the pipeline needs, which itself knows no kind. `Source` is a record as
 * AccuLynx hands it out, `Mapped` the same in HubSpot's terms, `Counterparts` what HubSpot may have of it already, and
 * `Options` what people choose for this kind.
 *
 * The members are methods, so that the pipeline can run a kind without its four types: what it passes on to one method
 * always comes from another one of the same kind.
 */
export interface ObjectMigration<
  Source = unknown,
  Mapped extends MappedRecord = MappedRecord,
  Counterparts = unknown,
  Options = unknown,
> extends WriteRules {
  /** What was chosen for this kind when the migration was created. */
  optionsOf(settings: RunSettings): Options;
  source(acculynx: AcculynxAccess): RecordSource<Source>;
  /** Pure; takes every record, however odd. */
  map(source: Source): Mapped;
  /** The value, besides the source id, that no two records of a run may have; null when there is none. */
  keyOf(record: Mapped): string | null;
  /** Looks up to a hundred records up; the answers stand in the order of the group. */
  findCounterparts(group: readonly Identified<Mapped>[], lookUp: LookUp): Promise<readonly Counterparts[]>;
  /** Decides what is done with a record. Pure. */
  plan(question: PlanQuestion<Mapped, Counterparts, Options>): PlannedRecord;
}
