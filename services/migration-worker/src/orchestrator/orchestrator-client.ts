import type { ApiClient } from '@ridgeline/contracts';
import {
  claimRun,
  findChosenRecords,
  findFollowedPlan,
  findOpenValues,
  findPlannedNew,
  findReferences,
  findUndone,
  findWrittenRecords,
  releaseRun,
  renewLeases,
  reportAddedOptions,
  reportLookAlikes,
  resolveIdentities,
  storePlan,
  type WorkerIdentity,
} from '@ridgeline/contracts/internal';
import type { Orchestrator } from './orchestrator.ts';
import { recordLedger, whileHeld, type HeldRun } from './record-ledger.ts';
import { isAnswer } from './until-answered.ts';

export interface OrchestratorClientOptions {
  readonly call: ApiClient;
  /** For renewals: the timeout is much shorter than a lease, so that a second attempt fits in. */
  readonly quickCall: ApiClient;
  readonly worker: WorkerIdentity;
}

const paramsOf = ({ runId }: Pick<HeldRun, 'runId'>) => ({ id: String(runId) });

/** The orchestrator over HTTP, for the migrations of one worker process. */
export function orchestratorClient({ call, quickCall, worker }: OrchestratorClientOptions): Orchestrator {
  return {
    async claim({ runId, attempt }) {
      try {
        return await call(claimRun, {
          params: paramsOf({ runId }),
          body: { ...worker, attempt, knowsPurposes: true },
        });
      } catch (error) {
        if (isNotClaimable(error)) return null;
        throw error;
      }
    },

    async renew(freeSlots, runs) {
      const held = runs.map(({ runId, epoch }) => ({ migrationId: runId, epoch }));
      const answer = await quickCall(renewLeases, { body: { ...worker, freeSlots, runs: held } });
      return {
        runs: answer.runs.map(({ migrationId, ...run }) => ({ ...run, runId: migrationId })),
        offers: answer.offers.map(({ migrationId, attempt }) => ({ runId: migrationId, attempt })),
        isWorkOpen: answer.migrationsOpen,
        renewedAt: answer.renewedAt,
      };
    },

    async release(run, wait) {
      await call(releaseRun, {
        params: paramsOf(run),
        body: { epoch: run.epoch, ...(wait ? { wait } : {}) },
      });
    },

    chosenRecords: (run, after, signal) =>
      whileHeld(signal, () =>
        call(findChosenRecords, { params: paramsOf(run), body: { epoch: run.epoch, after } }, { signal }),
      ),

    async followedPlan(run, kind, sourceIds, signal) {
      const body = { epoch: run.epoch, kind, sourceIds };
      const { records } = await whileHeld(signal, () =>
        call(findFollowedPlan, { params: paramsOf(run), body }, { signal }),
      );
      return records;
    },

    writtenRecords: (run, kind, before, signal) =>
      whileHeld(signal, () =>
        call(
          findWrittenRecords,
          { params: paramsOf(run), body: { epoch: run.epoch, kind, before } },
          { signal },
        ),
      ),

    undoneRecords: (run, hubspotIds, signal) =>
      whileHeld(signal, () =>
        call(findUndone, { params: paramsOf(run), body: { epoch: run.epoch, hubspotIds } }, { signal }),
      ),

    plannedNew: (run, kind, after, signal) =>
      whileHeld(signal, () =>
        call(findPlannedNew, { params: paramsOf(run), body: { epoch: run.epoch, kind, after } }, { signal }),
      ),

    async reportLookAlikes(run, kind, records, signal) {
      const body = { epoch: run.epoch, kind, records };
      await whileHeld(signal, () => call(reportLookAlikes, { params: paramsOf(run), body }, { signal }));
    },

    async reportAddedOptions(run, added, signal) {
      const body = { epoch: run.epoch, ...added };
      await whileHeld(signal, () => call(reportAddedOptions, { params: paramsOf(run), body }, { signal }));
    },

    ...recordLedger({
      identities: (run, body, signal) => call(resolveIdentities, { params: paramsOf(run), body }, { signal }),
      plan: (run, batch, body, signal) =>
        call(
          storePlan,
          { params: { ...paramsOf(run), batch: String(batch) }, body: { ...body, heedsOthers: true } },
          { signal },
        ),
      openValues: (run, body, signal) => call(findOpenValues, { params: paramsOf(run), body }, { signal }),
      references: (run, body, signal) => call(findReferences, { params: paramsOf(run), body }, { signal }),
    }),
  };
}

/** Whether the orchestrator refuses a claim, for example because another worker was faster. */
export const isNotClaimable = (error: unknown): boolean =>
  isAnswer(error) && (error.code === 'run.not_claimable' || error.code === 'migration.not_found');
