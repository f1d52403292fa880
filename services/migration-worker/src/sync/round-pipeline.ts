import type { BatchPlan, SyncRound } from '@ridgeline/contracts/internal';
import type { ReadingSummary } from '@ridgeline/acculynx';
import type { FoundRecord } from '../object-migration/sync-rules.ts';
import { BatchCounted, type RecordLedger } from '../orchestrator/record-ledger.ts';
import type { RunStart } from '../pipeline/pipeline-parts.ts';
import type { ConflictRules } from '../pipeline/plan-conflicts.ts';
import type { ReportBatch } from '../pipeline/run-kinds.ts';
import type { RecordSource } from '../vendors/record-source.ts';

/** A round's records form one batch; related records and later passes form others. */
const settings = { batchSize: 100, concurrency: 3, delayMs: 0 } as const;

/** Where the pipeline of a round begins. */
export const startOfRound = ({ nextBatch, unfinished }: SyncRound): RunStart => ({
  settings,
  nextBatch,
  unfinished,
  cursor: null,
  plannedRecords: 0,
  newPortal: false,
  // Dead leads become due individually: no list of them is read.
  hasLinks: false,
});

/** Outdated records stay due; a migration that is paused in the middle of a batch must not block the portal's sync. */
export const conflictsOfRounds: ConflictRules = { outdated: 'leave-out', inUseMs: 20_000 };

/** The records of a round for the pipeline: one page, read once. */
export function roundSource<Source>(
  found: readonly FoundRecord<Source>[],
  { takenAt }: Pick<SyncRound, 'takenAt'>,
): RecordSource<Source> {
  const page = found.map(({ source: record, readAt = takenAt }) => ({ record, cursor: null, readAt }));
  const summary: ReadingSummary = {
    distinctRead: page.length,
    foundAtEnd: page.length,
    countedBySource: null,
    gap: null,
    passes: 1,
    shifted: false,
    heldStill: true,
  };
  return {
    read: () => ({
      summary,
      hasChanged: () => Promise.resolve(false),
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(page);
      },
    }),
  };
}

interface OpenRound extends Pick<SyncRound, 'nextBatch'> {
  readonly unfinished: readonly Pick<BatchPlan, 'batch'>[];
}

/** The planned but unreported batches of a round: as long as there are any, the round cannot end. */
export class OpenBatches {
  readonly #open: Set<number>;
  #anyPlanned: boolean;

  constructor({ unfinished, nextBatch }: OpenRound) {
    this.#open = new Set(unfinished.map(({ batch }) => batch));
    this.#anyPlanned = nextBatch > 1;
  }

  /** Whether any batch of the round was ever planned: then passes follow that no other round would make up for. */
  get anyPlanned(): boolean {
    return this.#anyPlanned;
  }

  get areNone(): boolean {
    return this.#open.size === 0;
  }

  /** Wraps the ledger to track stored plans. */
  noting(ledger: RecordLedger): RecordLedger {
    return {
      resolveIdentities: (...question) => ledger.resolveIdentities(...question),
      openValues: (...question) => ledger.openValues(...question),
      references: (...question) => ledger.references(...question),
      storePlan: async (run, plan, signal) => {
        try {
          const answer = await ledger.storePlan(run, plan, signal);
          const isStored = !answer.inUse && answer.taken.length + answer.outdated.length === 0;
          if (isStored) {
            this.#open.add(plan.batch);
            this.#anyPlanned = true;
          }
          return answer;
        } catch (error) {
          if (error instanceof BatchCounted) this.#open.delete(plan.batch);
          throw error;
        }
      },
    };
  }

  /** Wraps the report, after which a batch is no longer open. */
  closing(report: ReportBatch): ReportBatch {
    return async (execution, kind) => {
      await report(execution, kind);
      this.#open.delete(execution.plan.batch);
    };
  }
}
