import type { ApiClient } from '@ridgeline/contracts';
import {
  claimRun,
  findOpenValues,
  findReferences,
  releaseRun,
  renewLeases,
  resolveIdentities,
  storePlan,
  type WorkerIdentity,
} from '@ridgeline/contracts/internal';
import { RunStopped } from '../base/run-errors.ts';
import { BatchCounted, type Orchestrator } from './orchestrator.ts';
import { isAnswer, untilAnswered } from './until-answered.ts';

export interface OrchestratorClientOptions {
  readonly call: ApiClient;
  /** For renewals: gives up well within a lease, so that a second try fits in. */
  readonly quickCall: ApiClient;
  readonly worker: WorkerIdentity;
}

/** The orchestrator over HTTP, for one worker process. */
export function orchestratorClient({ call, quickCall, worker }: OrchestratorClientOptions): Orchestrator {
  return {
    async claim(migrationId, attempt) {
      try {
        const params = { id: String(migrationId) };
        return await call(claimRun, { params, body: { ...worker, attempt } });
      } catch (error) {
        if (isAnswer(error) && (error.code === 'run.not_claimable' || error.code === 'migration.not_found'))
          return null;
        throw error;
      }
    },

    renew: (freeSlots, runs) =>
      quickCall(renewLeases, {
        body: {
          ...worker,
          freeSlots,
          runs: runs.map(({ migrationId, epoch }) => ({ migrationId, epoch })),
        },
      }),

    async release({ migrationId, epoch }, wait) {
      const body = { epoch, ...(wait ? { wait } : {}) };
      await call(releaseRun, { params: { id: String(migrationId) }, body });
    },

    async resolveIdentities({ migrationId, epoch }, kind, records, signal) {
      const params = { id: String(migrationId) };
      const input = { params, body: { epoch, kind, records } };
      const answer = await whileHeld(signal, () => call(resolveIdentities, input, { signal }));
      return answer.records;
    },

    async storePlan({ migrationId, epoch }, { batch, ...plan }, signal) {
      const params = { id: String(migrationId), batch: String(batch) };
      const input = { params, body: { ...plan, epoch } };
      const answer = await whileHeld(signal, () => call(storePlan, input, { signal }));
      return answer.taken;
    },

    openValues({ migrationId, epoch }, kind, after, signal) {
      const input = { params: { id: String(migrationId) }, body: { epoch, kind, after } };
      return whileHeld(signal, () => call(findOpenValues, input, { signal }));
    },

    references({ migrationId, epoch }, kind, after, signal) {
      const input = { params: { id: String(migrationId) }, body: { epoch, kind, after } };
      return whileHeld(signal, () => call(findReferences, input, { signal }));
    },
  };
}

async function whileHeld<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await untilAnswered(signal, call);
  } catch (error) {
    if (isAnswer(error) && error.code === 'run.lease_lost') throw new RunStopped('lost');
    if (isAnswer(error) && error.code === 'run.cancelled') throw new RunStopped('cancelled');
    if (isAnswer(error) && error.code === 'run.batch_counted') throw new BatchCounted();
    throw error;
  }
}
