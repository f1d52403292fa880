import type { RunWait, SyncRound } from '@ridgeline/contracts/internal';
import { pause } from '@ridgeline/kit';
import type { RoundExit } from './run-round.ts';

/**
 * Runs a round. `earlierAreOver` resolves when earlier rounds of the same records have ended, and says whether all of them
 * are over.
 */
type RunRound = (round: SyncRound, earlierAreOver: Promise<boolean>) => Promise<RoundExit>;

/** A round that is running, or was left. */
interface BegunRound {
  readonly round: SyncRound;
  /** Whether it is over, once it has ended. */
  readonly isOver: Promise<boolean>;
}

/**
 * The rounds that a sync's worker has taken: running, or over but not counted yet. A round of the same connection and kind as
 * another one begins when that has written its records; in a backlog it runs concurrently. What follows its own records is
 * written concurrently as well, unless the two share a record: then only after the other round is over.
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

  /** Whether all ended rounds are over, so that more may be taken. */
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

  /** Forgets the rounds whose end is counted: those that are no longer open. */
  counted(open: readonly number[]): void {
    this.#uncounted = new Set(open.filter((round) => this.#uncounted.has(round)));
  }

  /** Resolves when a round ends from now on, or when another one may be available. */
  get nextChange(): Promise<unknown> {
    return this.#change.promise;
  }

  /** Another round may be available. */
  wake(): void {
    this.#change.resolve(undefined);
    this.#change = Promise.withResolvers();
  }

  /** Waits up to this long for a change. Throws the signal's reason when it is aborted. */
  async until(change: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    await Promise.race([change, pause(ms, AbortSignal.any([signal, over.signal]))]).finally(() =>
      over.abort(),
    );
  }

  /** Waits until all rounds have ended; returns the wait of one that was left. Throws the error of one that threw. */
  async untilEnded(): Promise<RunWait | undefined> {
    await Promise.all(this.#underWay.values());
    if (this.#fault) throw this.#fault.error;
    return this.#left?.wait;
  }
}

/**
 * If an earlier worker had planned a batch of a round, records with an outcome are missing from it: it may share any record.
 */
function mayShareRecords(one: SyncRound, other: SyncRound): boolean {
  if (one.connectionId !== other.connectionId || one.migrationType !== other.migrationType) return false;
  if (one.nextBatch > 1 || other.nextBatch > 1) return true;
  const ids = new Set(one.records.map(({ sourceId }) => sourceId));
  return other.records.some(({ sourceId }) => ids.has(sourceId));
}
