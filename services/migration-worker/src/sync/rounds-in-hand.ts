import type { RunWait, SyncRound } from '@ridgeline/contracts/internal';
import { pause } from '@ridgeline/kit';
import type { RoundExit } from './run-round.ts';

/** Runs a round. `earlierAreOver` tells, when they have ended, whether the rounds before it of the same records are over. */
type RunRound = (round: SyncRound, earlierAreOver: Promise<boolean>) => Promise<RoundExit>;

/** A round that is under way, or was left. */
interface BegunRound {
  readonly round: SyncRound;
  /** Whether it is over, when it has ended. */
  readonly isOver: Promise<boolean>;
}

/**
 * The rounds of a sync that its worker has taken: under way, or over and not counted yet. One of the same connection and kind
 * as another begins when that has its records written, in a backlog beside it. What follows its own records it writes beside
 * that too, unless the two have a record in common: then only when the other one is over.
 */
export class RoundsInHand {
  readonly #run: RunRound;
  readonly #begun = new Map<number, BegunRound>();
  readonly #underWay = new Map<number, Promise<void>>();
  #uncounted: ReadonlySet<number> = new Set();
  #change = Promise.withResolvers<undefined>();
  #left: { readonly wait: RunWait | undefined } | null = null;
  #fault: { readonly error: unknown } | null = null;

  constructor(run: RunRound) {
    this.#run = run;
  }

  get ids(): readonly number[] {
    return [...this.#underWay.keys(), ...this.#uncounted];
  }

  /** Whether a round has ended that the orchestrator has not counted. */
  get areCounting(): boolean {
    return this.#uncounted.size > 0;
  }

  /** Whether all that have ended were over, so that more may be taken. */
  get mayGoOn(): boolean {
    return this.#left === null && this.#fault === null;
  }

  has(round: number): boolean {
    return this.#underWay.has(round) || this.#uncounted.has(round);
  }

  begin(round: SyncRound): void {
    const earlier = [...this.#begun.values()].filter((other) => mayShareRecords(other.round, round));
    const isOver = this.#isOver(
      round,
      Promise.all(earlier.map((other) => other.isOver)).then((over) => over.every(Boolean)),
    );
    this.#begun.set(round.round, { round, isOver });
    const ended = isOver.then(() => {
      this.#underWay.delete(round.round);
      this.wake();
    });
    this.#underWay.set(round.round, ended);
  }

  async #isOver(round: SyncRound, earlierAreOver: Promise<boolean>): Promise<boolean> {
    try {
      const end = await this.#run(round, earlierAreOver);
      if (end.exit === 'left') {
        this.#left ??= { wait: end.wait };
        return false;
      }
      this.#uncounted = new Set([...this.#uncounted, round.round]);
      this.#begun.delete(round.round);
      return true;
    } catch (error) {
      this.#fault ??= { error };
      return false;
    }
  }

  /** Forgets the rounds whose end is counted: those that are not open. */
  counted(open: readonly number[]): void {
    this.#uncounted = new Set(open.filter((round) => this.#uncounted.has(round)));
  }

  /** Resolves when a round ends from now on, or when there may be another one to take. */
  get nextChange(): Promise<unknown> {
    return this.#change.promise;
  }

  /** There may be another round to take. */
  wake(): void {
    this.#change.resolve(undefined);
    this.#change = Promise.withResolvers();
  }

  /** Waits for a change, for as long as this. Throws the signal's reason when it is aborted. */
  async until(change: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    await Promise.race([change, pause(ms, AbortSignal.any([signal, over.signal]))]).finally(() =>
      over.abort(),
    );
  }

  /** Waits until all have ended; answers what one that was left waits for. Throws what one threw. */
  async untilEnded(): Promise<RunWait | undefined> {
    await Promise.all(this.#underWay.values());
    if (this.#fault) throw this.#fault.error;
    return this.#left?.wait;
  }
}

/** Those of which an earlier worker had planned a batch lack the records that have an outcome: they may share any. */
function mayShareRecords(one: SyncRound, other: SyncRound): boolean {
  if (one.connectionId !== other.connectionId || one.migrationType !== other.migrationType) return false;
  if (one.nextBatch > 1 || other.nextBatch > 1) return true;
  const ids = new Set(one.records.map(({ sourceId }) => sourceId));
  return other.records.some(({ sourceId }) => ids.has(sourceId));
}
