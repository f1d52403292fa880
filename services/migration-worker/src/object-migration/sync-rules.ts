import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { RecordState, SyncRound } from '@ridgeline/contracts/internal';
import type { ListOrder } from '../base/list-order.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';
import type { SweepQuestion, SweptPage } from './sweep-rules.ts';

/** A record of a round for which there is nothing to plan. */
export interface AbsentRecord {
  readonly sourceId: string;
  /** `gone`: AccuLynx does not have it. `not_new`: it existed before auto-sync was switched on, and is not linked. */
  readonly absence: 'gone' | 'not_new';
  /** Its display name; null if nothing was read of it. */
  readonly name: string | null;
}

/** A record as it is in AccuLynx now. */
export interface FoundRecord<Source> {
  readonly source: Source | UnreadableRecord;
  /** A database time of the orchestrator before it was read; by default, when the round was taken. */
  readonly readAt?: string | undefined;
}

/** Everything that the source created on certain days. */
export interface CreatedOnDays {
  readonly sourceIds: readonly string[];
  /** The first day. */
  readonly from: string;
  /** The time up to which the list is complete. */
  readonly until: string;
}

/** Every record of a round, in one of the two lists. */
interface RoundReading<Source> {
  readonly found: readonly FoundRecord<Source>[];
  readonly absent: readonly AbsentRecord[];
  /** For kinds whose records have no creation date: what the orchestrator must store permanently, if anything. */
  readonly created?: CreatedOnDays | null;
}

/** The input of reading a kind's records in a round. */
interface RoundQuestion<Options> {
  readonly acculynx: AcculynxAccess;
  readonly round: Pick<SyncRound, 'records' | 'alsoWaiting' | 'since' | 'createdKnownUntil' | 'takenAt'>;
  readonly options: Options;
  /** The key of the data kept for later rounds of this kind. */
  readonly kept: WeakKey;
  /** The key of the data kept for rounds of all kinds. */
  readonly account: string;
  /** Which list is read first in a backlog. */
  readonly lists: ListOrder;
  /** Called with each record of a list that is kept for later rounds. */
  readonly noteKept: (sourceId: string) => void;
  readonly signal: AbortSignal;
}

/** How many waiting records there are per record of the round: a list that is read for the round serves that many. */
export const waitingPerRecord = (round: {
  readonly records: readonly unknown[];
  readonly alsoWaiting: number;
}): number => 1 + round.alsoWaiting / Math.max(1, round.records.length);

/** Whether so many more records wait than a round takes that reading the whole list pays off. */
export const isBacklog = (round: Parameters<typeof waitingPerRecord>[0]): boolean =>
  waitingPerRecord(round) > 2;

/** How records of one kind are read for auto-sync, which only knows their ids. */
export interface SyncRules<Source = unknown, Options = unknown> {
  /** The state of a record, the same in all its representations; null if it has none. Pure. */
  stateOf(source: Source | UnreadableRecord): RecordState | null;
  /** Reads what a sweep compares, with the state of each record; works without `prepare`, whose calls it does not need. */
  sweep(question: SweepQuestion): AsyncIterable<SweptPage>;
  /**
   * How many records of a round are not kept in a version newer than their events, so that `read` must request them from
   * AccuLynx; Infinity if it does more than that, and therefore must not run beside another round.
   */
  lacking(round: Pick<SyncRound, 'records'>, kept: WeakKey): number;
  /** Reads the records of a round with as few calls as possible, and determines which of the unlinked ones are new. */
  read(question: RoundQuestion<Options>): Promise<RoundReading<Source>>;
  /**
   * The ids of what the source created on the days around the switch, a page at a time; for kinds whose records have no
   * creation date.
   */
  existing?(
    question: Omit<RoundQuestion<Options>, 'options' | 'kept' | 'account' | 'lists' | 'noteKept'>,
  ): AsyncIterable<readonly string[]>;
  /** The options for planning records in a round, if they differ from those of a migration. */
  planningOptions?(options: Options): Options;
  /** Whether the options cover everything that these records refer to; otherwise they are prepared again. */
  isKnown?(found: readonly FoundRecord<Source>[], options: Options): boolean;
}
