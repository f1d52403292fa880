import {
  claimSync,
  findSyncOpenValues,
  findSyncReferences,
  findWaitingRecords,
  noteCreatedRecords,
  noteExistingRecords,
  releaseSync,
  renewSyncs,
  resolveSyncIdentities,
  storeSyncPlan,
  syncRoundSchema,
  takeRound,
} from '@ridgeline/contracts/internal';
import { isNotClaimable, type OrchestratorClientOptions } from './orchestrator-client.ts';
import type { SyncService } from './orchestrator.ts';
import { recordLedger, whileHeld, type HeldRun } from './record-ledger.ts';
import { isAnswer } from './until-answered.ts';

const paramsOf = ({ runId }: Pick<HeldRun, 'runId'>) => ({ id: String(runId) });

/** The orchestrator over HTTP, for the syncs of one worker process. */
export function syncClient({ call, quickCall, worker }: OrchestratorClientOptions): SyncService {
  return {
    async claim(offer) {
      try {
        return await call(claimSync, { params: paramsOf(offer), body: worker });
      } catch (error) {
        if (isNotClaimable(error)) return null;
        throw error;
      }
    },

    async renew(freePlaces, runs) {
      const syncs = runs.map(({ runId, epoch }) => ({ syncId: runId, epoch }));
      const answer = await quickCall(renewSyncs, { body: { ...worker, freePlaces, syncs } });
      return {
        runs: answer.syncs.map(({ syncId, ...sync }) => ({ ...sync, runId: syncId })),
        offers: answer.offers.map(({ syncId }) => ({ runId: syncId })),
        isWorkOpen: answer.syncsOn ?? true,
      };
    },

    async release(sync, wait) {
      const body = { epoch: sync.epoch, ...(wait ? { wait } : {}) };
      await call(releaseSync, { params: paramsOf(sync), body });
    },

    async takeRound(sync, beside, signal) {
      const input = { params: paramsOf(sync), body: { epoch: sync.epoch, ...beside, heedsChecks: true } };
      const { round, ...answer } = await whileHeld(signal, () => call(takeRound, input, { signal }));
      // Plans of an earlier release lack fields of this one, and answers are not parsed.
      return { ...answer, round: round && syncRoundSchema.parse(round) };
    },

    async findWaiting(sync, round, signal) {
      const params = { ...paramsOf(sync), round: String(round) };
      const ask = () => call(findWaitingRecords, { params, body: { epoch: sync.epoch } }, { signal });
      try {
        return (await whileHeld(signal, ask)).sourceIds;
      } catch (error) {
        if (isAnswer(error) && error.code === 'request.not_found') return [];
        throw error;
      }
    },

    async noteExisting(sync, round, existing, signal) {
      const params = { ...paramsOf(sync), round: String(round) };
      const input = { params, body: { epoch: sync.epoch, ...existing } };
      await whileHeld(signal, () => call(noteExistingRecords, input, { signal }));
    },

    async noteCreated(sync, round, created, signal) {
      const params = { ...paramsOf(sync), round: String(round) };
      const input = { params, body: { epoch: sync.epoch, ...created } };
      await whileHeld(signal, () => call(noteCreatedRecords, input, { signal }));
    },

    ledgerOf(round) {
      const ofRound = (run: HeldRun) => ({ ...paramsOf(run), round: String(round) });
      return recordLedger({
        identities: (run, body, signal) =>
          call(resolveSyncIdentities, { params: ofRound(run), body }, { signal }),
        plan: (run, batch, body, signal) =>
          call(storeSyncPlan, { params: { ...ofRound(run), batch: String(batch) }, body }, { signal }),
        openValues: (run, body, signal) =>
          call(findSyncOpenValues, { params: ofRound(run), body }, { signal }),
        references: (run, body, signal) =>
          call(findSyncReferences, { params: ofRound(run), body }, { signal }),
      });
    },
  };
}
