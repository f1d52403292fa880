import type { ApiClient } from '@ridgeline/contracts';
import {
  claimRun,
  findOpenValues,
  findReferences,
  releaseRun,
  renewLeases,
  resolveIdentities,
  storePlan,
  type PlannedRecord as WirePlannedRecord,
  type WorkerIdentity,
} from '@ridgeline/contracts/internal';
import { RunStopped } from '../base/run-errors.ts';
import type { BatchPlan } from '../plans/batch-plan.ts';
import type { PlannedRecord } from '../plans/planned-record.ts';
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
        const claim = await call(claimRun, { params, body: { ...worker, attempt } });
        // The codes of a plan from a worker of another version are passed on as they stand: they are only told.
        return { ...claim, unfinished: claim.unfinished as readonly BatchPlan[] };
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
      const input = { params, body: { epoch, kind, records: [...records] } };
      const answer = await whileHeld(signal, () => call(resolveIdentities, input, { signal }));
      return answer.records;
    },

    async storePlan({ migrationId, epoch }, { batch, records, ...plan }, signal) {
      const params = { id: String(migrationId), batch: String(batch) };
      const input = { params, body: { ...plan, records: records.map(toWire), epoch } };
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

/** The contract's lists may be changed by whoever holds them. */
const toWire = ({ warnings, references, ...record }: PlannedRecord): WirePlannedRecord => ({
  ...record,
  warnings: [...warnings],
  ...(references ? { references: [...references] } : {}),
});

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
