import type { RunWait, SyncRound } from '@ridgeline/contracts/internal';
import { pause } from '@ridgeline/kit';
import type { RoundExit } from './run-round.ts';

/** Runs a round. `earlierAreOver` waits for the end of the rounds before it of the same connection and kind: whether all are over. */
type RunRound = (round: SyncRound, earlierAreOver: () => Promise<boolean>) => Promise<RoundExit>;

interface InOrder {
  readonly round: number;
  /** Whether it is over, when it has ended. */
  readonly isOver: Promise<boolean>;
}

/**
 * The rounds of a sync that its worker has taken: under way, or over and not counted yet. One of the same connection and kind
 * as another begins when that has its records written, in a backlog beside it, and writes what follows its own only when that is
 * over. One of records that were read ahead goes before the one that still reads.
 */
export class RoundsInHand {
  readonly #run: RunRound;
  readonly #underWay = new Map<number, Promise<void>>();
  /** The rounds of a connection's kind, in the order in which what follows their records is written. */
  readonly #orders = new Map<string, readonly InOrder[]>();
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

  /** `before`: the round of the same records that it goes before; without one it is the last. */
  begin(round: SyncRound, before: number | null): void {
    const records = `${String(round.connectionId)} ${round.migrationType}`;
    const { promise: isOver, resolve } = Promise.withResolvers<boolean>();
    const order = this.#orders.get(records) ?? [];
    const place = order.findIndex((other) => other.round === before);
    this.#orders.set(
      records,
      order.toSpliced(place < 0 ? order.length : place, 0, { round: round.round, isOver }),
    );
    const ended = this.#isOver(round, () => this.#earlierAreOver(records, round.round)).then((over) => {
      resolve(over);
      const others = this.#orders.get(records)?.filter((other) => !over || other.round !== round.round) ?? [];
      this.#orders.set(records, others);
      this.#underWay.delete(round.round);
      this.wake();
    });
    this.#underWay.set(round.round, ended);
  }

  async #earlierAreOver(records: string, round: number): Promise<boolean> {
    const order = this.#orders.get(records) ?? [];
    const earlier = order.slice(
      0,
      order.findIndex((other) => other.round === round),
    );
    const ends = await Promise.all(earlier.map(({ isOver }) => isOver));
    return ends.every(Boolean);
  }

  async #isOver(round: SyncRound, earlierAreOver: () => Promise<boolean>): Promise<boolean> {
    try {
      const end = await this.#run(round, earlierAreOver);
      if (end.exit === 'over') this.#uncounted = new Set([...this.#uncounted, round.round]);
      else this.#left ??= { wait: end.wait };
      return end.exit === 'over';
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
