import type { PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { backoffMs, pause, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import { RunFailed } from '../base/run-errors.ts';
import type { PlanConflicts } from '../orchestrator/record-ledger.ts';
import { inUseReason, type WaitTracker } from '../waiting/wait-tracker.ts';

/**
 * How outdated records are planned: a migration counts them as unchanged; auto-sync leaves them out, because they stay due;
 * records that can be looked up again, such as associations, are.
 */
export type OutdatedRule = 'unchanged' | 'leave-out' | 'look-again';

/** How a run resolves conflicts with other runs of the same portal. */
export interface ConflictRules {
  readonly outdated: Exclude<OutdatedRule, 'look-again'>;
  /** How long it waits for others' unfinished plans, in ms. */
  readonly inUseMs: number;
}

/** A migration waits until the other run's batch has ended, however long that takes. */
export const conflictsOfMigrations: ConflictRules = { outdated: 'unchanged', inUseMs: Infinity };

/**
 * How often records are looked up again at most, because their newer plan wrote nothing or because of the rule; by then a later
 * database time has been received.
 */
const maxLooks = 10;

/** The known conflicts of one batch, which is planned repeatedly until there are none. */
export class KnownConflicts {
  readonly #rule: OutdatedRule;
  readonly #taken: TakenKey[] = [];
  readonly #outdated = new Map<string, string | null>();
  #looks = 0;

  constructor(rule: OutdatedRule) {
    this.#rule = rule;
  }

  /** The claims of other records of the run. */
  get taken(): readonly TakenKey[] {
    return this.#taken;
  }

  /**
   * Whether a migration has looked up its outdated records again and some are still not in HubSpot: the newer plan for them
   * wrote nothing, so no newer state can be overwritten. They count as just read.
   */
  get isSureOfUnlinked(): boolean {
    return this.#rule === 'unchanged' && this.#looks > 1;
  }

  /** Applies the known outdated records to these plans. */
  applied(records: readonly PlannedRecord[]): readonly PlannedRecord[] {
    if (this.#rule === 'look-again') return records;
    return records.flatMap((record): readonly PlannedRecord[] => {
      const { sourceId, name } = record;
      const hubspotId = this.#outdated.get(sourceId);
      if (hubspotId === undefined) return [record];
      if (this.#rule === 'leave-out') return [];
      return hubspotId === null
        ? [record]
        : [{ sourceId, name, warnings: [], action: 'unchanged', hubspotId }];
    });
  }

  /** Adds the reasons why a plan was not stored; returns whether its records must be looked up again before the next one. */
  add({ taken, outdated }: PlanConflicts): boolean {
    const looksAgain =
      (this.#rule === 'unchanged' && outdated.some(({ hubspotId }) => hubspotId === null)) ||
      (this.#rule === 'look-again' && outdated.length > 0);
    const fresh = taken.filter(
      (key) => !this.#taken.some((one) => one.kind === key.kind && one.key === key.key),
    );
    const news = outdated.filter(({ sourceId, hubspotId }) => this.#outdated.get(sourceId) !== hubspotId);
    this.#taken.push(...fresh);
    for (const { sourceId, hubspotId } of outdated) this.#outdated.set(sourceId, hubspotId);
    if (looksAgain) this.#looks += 1;
    const isNew = fresh.length > 0 || news.length > 0 || (looksAgain && this.#looks <= maxLooks);
    if (isNew) return looksAgain;
    throw new RunFailed('A batch cannot be planned: its keys are taken again and again.', { isOurs: true });
  }
}

/** Others' batches take about a second: waits a quarter of a second, doubling up to two seconds. */
const untilFree: RetryPolicy = { ...unboundedRetry, baseMs: 250, capMs: 2_000, jitter: [0.5, 1] };

/** What a run waited for too long, in words for users. */
export const waitedFor = ({ inUseBy }: Pick<PlanConflicts, 'inUseBy'>): string =>
  inUseBy === 'sync'
    ? 'Waiting until other records of this HubSpot portal are copied'
    : 'Waiting for a migration of this HubSpot portal';

export interface InUseWaitParts {
  readonly maxMs: number;
  readonly waits: Pick<WaitTracker, 'begin'>;
  readonly signal: AbortSignal;
}

/** The pauses of a plan that waits for others' unfinished plans. */
export class InUseWait {
  readonly #parts: InUseWaitParts;
  #tries = 0;
  #waitedMs = 0;

  constructor(parts: InUseWaitParts) {
    this.#parts = parts;
  }

  /** Whether it has waited for the maximum time. */
  get isOver(): boolean {
    return this.#waitedMs >= this.#parts.maxMs;
  }

  /** Waits before the next attempt. Throws the signal's reason when it is aborted. */
  async pause(): Promise<void> {
    const { waits, signal } = this.#parts;
    this.#tries += 1;
    const ms = backoffMs(untilFree, this.#tries);
    this.#waitedMs += ms;
    const waiting = waits.begin(inUseReason);
    try {
      await pause(ms, signal);
    } finally {
      waiting.end();
    }
  }
}
