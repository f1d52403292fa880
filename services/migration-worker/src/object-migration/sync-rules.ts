import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { RecordState, SyncRound } from '@ridgeline/contracts/internal';
import type { ListOrder } from '../base/list-order.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';
import type { SweepQuestion, SweptPage } from './sweep-rules.ts';

/** A record of a round that there is nothing to plan of. */
export interface AbsentRecord {
  readonly sourceId: string;
  /** `gone`: AccuLynx does not have it. `not_new`: it was there before auto-sync was switched on, and is not linked. */
  readonly absence: 'gone' | 'not_new';
  /** What to call it to people; null where nothing was read of it. */
  readonly name: string | null;
}

/** A record as it is in AccuLynx now. */
export interface FoundRecord<Source> {
  readonly source: Source | UnreadableRecord;
  /** A moment of the orchestrator's database before it was read; that of the round's taking unless it says otherwise. */
  readonly readAt?: string | undefined;
}

/** All that the source created on some days. */
export interface CreatedOnDays {
  readonly sourceIds: readonly string[];
  /** The first of the days. */
  readonly from: string;
  /** Until when nothing is missing. */
  readonly until: string;
}

/** Every record of a round, in either list. */
interface RoundReading<Source> {
  readonly found: readonly FoundRecord<Source>[];
  readonly absent: readonly AbsentRecord[];
  /** For kinds whose records do not tell when they were created: what the orchestrator must note permanently, if anything. */
  readonly created?: CreatedOnDays | null;
}

/** What is asked of a kind in a round. */
interface RoundQuestion<Options> {
  readonly acculynx: AcculynxAccess;
  readonly round: Pick<SyncRound, 'records' | 'alsoWaiting' | 'since' | 'createdKnownUntil' | 'takenAt'>;
  readonly options: Options;
  /** To what belongs what is kept for later rounds of this kind. */
  readonly kept: WeakKey;
  /** To what belongs what is kept for rounds of all kinds. */
  readonly account: string;
  /** Which list is read first in a backlog. */
  readonly lists: ListOrder;
  /** To be called with each record of a list that is kept for later rounds. */
  readonly noteKept: (sourceId: string) => void;
  readonly signal: AbortSignal;
}

/** How many records wait for each one of a round: a list that is read for it serves as many. */
export const waitingPerRecord = (round: {
  readonly records: readonly unknown[];
  readonly alsoWaiting: number;
}): number => 1 + round.alsoWaiting / Math.max(1, round.records.length);

/** Whether so many more wait than a round takes that a whole list is read for them. */
export const isBacklog = (round: Parameters<typeof waitingPerRecord>[0]): boolean =>
  waitingPerRecord(round) > 2;

/** How records of one kind are read for auto-sync, which knows their ids only. */
export interface SyncRules<Source = unknown, Options = unknown> {
  /** The state of a record, as all readings of it show it; null where it has none. Pure. */
  stateOf(source: Source | UnreadableRecord): RecordState | null;
  /** Reads what a sweep compares, with the state of each record: without `prepare`, whose calls it does not need. */
  sweep(question: SweepQuestion): AsyncIterable<SweptPage>;
  /**
   * How many records of a round are not kept as new as their events, so that `read` must ask AccuLynx for them; Infinity where it
   * does more than that, and must not do it beside another round.
   */
  lacking(round: Pick<SyncRound, 'records'>, kept: WeakKey): number;
  /** Reads the records of a round, with as few calls as it can, and finds out which of the unlinked ones are new. */
  read(question: RoundQuestion<Options>): Promise<RoundReading<Source>>;
  /**
   * The ids of what the source created on the days of switching on, a page at a time; for kinds whose records do not tell
   * when they were created.
   */
  existing?(
    question: Omit<RoundQuestion<Options>, 'options' | 'kept' | 'account' | 'lists' | 'noteKept'>,
  ): AsyncIterable<readonly string[]>;
  /** The options by which records are planned in a round, where these are not those of a migration. */
  planningOptions?(options: Options): Options;
  /** Whether the options know all that these records name; else they are prepared again. */
  isKnown?(found: readonly FoundRecord<Source>[], options: Options): boolean;
}
