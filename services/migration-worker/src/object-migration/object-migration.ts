import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { ObjectType } from '@ridgeline/contracts';
import type {
  AddedOptions,
  ConnectionSecrets,
  PlannedRecord,
  RecordIdentity,
  RecordValues,
  RunSettings,
} from '@ridgeline/contracts/internal';
import type { Locks } from '@ridgeline/redis';
import type { LogEntry } from '../base/log-entry.ts';
import type { RecordReader } from '../hubspot-io/read-records.ts';
import type { RecordSource, TakeRecord } from '../vendors/record-source.ts';
import type { AcculynxAccess, HubspotAccess } from '../vendors/run-vendors.ts';
import type { LookAlikeRules } from './look-alike-rules.ts';
import type { SyncRules } from './sync-rules.ts';
import type { FollowUpPass, WriteRules } from './write-rules.ts';

/** A source record in HubSpot's terms; its other fields are known only to its own kind. */
export interface MappedRecord {
  readonly sourceId: string;
}

/** A mapped record with what the orchestrator knows of it. */
export interface Identified<Mapped> {
  readonly record: Mapped;
  readonly identity: RecordIdentity;
}

/** A record with its counterparts in HubSpot: everything that its plan needs. */
export interface Prepared<Mapped, Counterparts> extends Identified<Mapped> {
  readonly counterparts: Counterparts;
}

/** Everything that decides how one record is planned. */
export interface PlanQuestion<Mapped, Counterparts, Options> extends Prepared<Mapped, Counterparts> {
  readonly options: Options;
  /** Whether another record of the run is already assigned to this HubSpot record: two must never share one. */
  readonly isTaken: (hubspotId: string) => boolean;
}

/** How the counterparts of a group of records are looked up. */
export interface LookUp {
  readonly read: RecordReader;
  /** Whether no HubSpot record carries an AccuLynx id: then none is looked up by it. */
  readonly noSourceIds: boolean;
}

/** What a kind needs to prepare a run, before anything is read. */
export interface PrepareContext {
  readonly settings: Pick<RunSettings, 'options' | 'dryRun'>;
  /** The connection's settings for deals. */
  readonly deals: ConnectionSecrets['deals'];
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
  /** Locks shared by all replicas, for changes that two runs may make in one portal. */
  readonly locks: Locks;
  readonly signal: AbortSignal;
  /** Writes an entry into the migration's log. */
  readonly note: (line: LogEntry) => void;
  /** Reports options that the run added to a property, or that a dry run would add. Auto-sync reports none. */
  readonly onOptions?: ReportOptions;
}

/** Reports the options of one property. */
export type ReportOptions = (added: AddedOptions) => Promise<void>;

/** Reads single records by their AccuLynx ids, as many as requested; records that AccuLynx does not have are missing. */
export type ReadByIds<Source> = (
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Source | UnreadableRecord>>;

/**
 * Related records of another kind: those that these records refer to and that are not in HubSpot yet. They are copied first,
 * by their own kind's code, in separate batches.
 */
export interface CompanionRules<Mapped, Options> {
  readonly object: ObjectMigration;
  /** Options of the other kind. */
  optionsOf(options: Options): unknown;
  /** The AccuLynx ids of what a record refers to. */
  idsOf(record: Mapped): readonly string[];
  /** Opens the reading by ids for one run. */
  reader(acculynx: AcculynxAccess): ReadByIds<unknown>;
  /** The same for a round of auto-sync, which reads few records; an error concerns only its own record. */
  roundReader?(acculynx: AcculynxAccess, round: RoundCompanions): ReadCompanions<unknown>;
}

/** Reads related records by their ids; `namedBy` lists the records that refer to each. */
export type ReadCompanions<Source> = (
  ids: readonly string[],
  signal: AbortSignal,
  namedBy: ReadonlyMap<string, readonly string[]>,
) => ReturnType<ReadByIds<Source>>;

/** What reading related records in a round depends on. */
export interface RoundCompanions {
  /** The connection and its AccuLynx account: data kept for it serves the rounds of all kinds. */
  readonly account: string;
  /** When the newest event of each of its records was received. */
  readonly knownAt: ReadonlyMap<string, string>;
}

/** How chosen records of a kind are read, and corrected by users. */
export interface RetryRules<Source = unknown, Mapped = MappedRecord, Options = unknown> {
  /** About how many calls are needed to read all records. */
  listCalls(acculynx: AcculynxAccess, signal: AbortSignal): Promise<number>;
  /** Opens the reading by ids for one run; an error concerns only its own record. */
  readByIds(acculynx: AcculynxAccess, options: Options): ReadByIds<Source>;
  /** The record with its values replaced by a user's corrections, by HubSpot property. Pure. */
  correct(record: Mapped, values: RecordValues): Mapped;
}

/**
 * How records of one kind are copied: all that the pipeline needs, which itself knows no kind. `Source` is a record as
 * AccuLynx hands it out, `Mapped` the same in HubSpot's terms, `Counterparts` what HubSpot may have of it already, and
 * `Options` what people chose for this kind, with what the portal and the connection say to it.
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
  readonly type: ObjectType;
  /** Throws `RunFailed` when the records cannot be copied as the connection wants it. */
  prepare(context: PrepareContext): Promise<Options>;
  /** Reads from AccuLynx all records that `take` accepts. */
  source(acculynx: AcculynxAccess, options: Options, take?: TakeRecord): RecordSource<Source>;
  /** Pure; accepts every record, however malformed. */
  map(source: Source, options: Options): Mapped;
  /** The value, other than the source id, that must be unique among the records of a run; null when there is none. */
  keyOf(record: Mapped): string | null;
  /** Prepares HubSpot for these records before they are planned, for example by adding a missing option. */
  makeReady?(group: readonly Mapped[], options: Options, signal: AbortSignal): Promise<void>;
  /** Looks up at most a hundred records; the answers are in the order of the group. */
  findCounterparts(
    group: readonly Identified<Mapped>[],
    lookUp: LookUp,
    options: Options,
  ): Promise<readonly Counterparts[]>;
  /** Decides what is done with a record. Pure. */
  plan(question: PlanQuestion<Mapped, Counterparts, Options>): PlannedRecord;
  readonly companions?: CompanionRules<Mapped, Options>;
  /** How chosen records are copied again; missing only in kinds that read no source. */
  readonly retry?: RetryRules<Source, Mapped, Options>;
  /** How a dry run compares a record that it would create with HubSpot; kinds without it have no possible duplicates. */
  readonly lookAlikes?: LookAlikeRules;
  /** How its records are read for auto-sync; kinds without it are copied by migrations only. */
  readonly sync?: SyncRules<Source, Options>;
  /** What is planned once all records are counted, in addition to the settling of values; in this order. */
  readonly followUpPasses?: readonly FollowUpPass<Options>[];
}
