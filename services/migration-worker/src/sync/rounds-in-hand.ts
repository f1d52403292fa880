import type { RunWait, SyncRound } from '@ridgeline/contracts/internal';
import { pause } from '@ridgeline/kit';
import type { RoundExit } from './run-round.ts';

/** Runs a round. `earlierIsOver` tells, when it has ended, whether the round before it of the same records is over. */
type RunRound = (round: SyncRound, earlierIsOver: Promise<boolean>) => Promise<RoundExit>;

/**
 * The rounds of a sync that its worker has taken: under way, or over and not counted yet. One of the same connection and kind
 * as another begins when that has its records written, in a backlog beside it, and writes what follows its own only when that is
 * over.
 */
export class RoundsInHand {
  readonly #run: RunRound;
  readonly #underWay = new Map<number, Promise<void>>();
  /** Whether the last round of a connection's kind is over, when it has ended. */
  readonly #lastIsOver = new Map<string, Promise<boolean>>();
  #uncounted: ReadonlySet<number> = new Set();
  #end = Promise.withResolvers<undefined>();
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
    const records = `${String(round.connectionId)} ${round.migrationType}`;
    const isOver = this.#isOver(round, this.#lastIsOver.get(records) ?? Promise.resolve(true));
    this.#lastIsOver.set(records, isOver);
    const ended = isOver.then(() => {
      this.#underWay.delete(round.round);
      this.#end.resolve(undefined);
      this.#end = Promise.withResolvers();
    });
    this.#underWay.set(round.round, ended);
  }

  async #isOver(round: SyncRound, earlierIsOver: Promise<boolean>): Promise<boolean> {
    try {
      const end = await this.#run(round, earlierIsOver);
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

  /** Waits until a round ends, for as long as this. Throws the signal's reason when it is aborted. */
  async untilNextEnd(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#end.promise, pause(ms, AbortSignal.any([signal, over.signal]))]).finally(() =>
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
