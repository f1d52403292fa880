import {
  claimSweep,
  endSweep,
  releaseSweep,
  renewSweeps,
  reportComparedPage,
  reportReadBack,
  reportSweeps,
  reportSweptPage,
  sweepPassSchema,
  takeLinkedRecords,
  takeWrittenPage,
} from '@ridgeline/contracts/internal';
import { isNotClaimable, type OrchestratorClientOptions } from './orchestrator-client.ts';
import type { SweepService } from './orchestrator.ts';
import { whileHeld, type HeldRun } from './record-ledger.ts';

const paramsOf = ({ runId }: Pick<HeldRun, 'runId'>) => ({ id: String(runId) });

/** The orchestrator over HTTP, for the sweeps of one worker process. */
export function sweepClient({ call, quickCall, worker }: OrchestratorClientOptions): SweepService {
  return {
    async claim(offer) {
      if (offer.grant) return offer.grant;
      try {
        return await call(claimSweep, { params: paramsOf(offer), body: worker });
      } catch (error) {
        if (isNotClaimable(error)) return null;
        throw error;
      }
    },

    async renew(freePlaces, runs) {
      const sweeps = runs.map(({ runId, epoch }) => ({ sweepId: runId, epoch }));
      const answer = await quickCall(renewSweeps, {
        body: { ...worker, freePlaces, passes: sweepPassSchema.options, takesGrants: true, sweeps },
      });
      return {
        runs: answer.sweeps.map(({ sweepId, state }) => ({ runId: sweepId, state, uncounted: 0 })),
        offers: [
          ...answer.grants.map(({ sweepId, ...grant }) => ({ runId: sweepId, grant })),
          ...answer.offers.map(({ sweepId }) => ({ runId: sweepId })),
        ],
        isWorkOpen: true,
        renewedAt: answer.renewedAt,
      };
    },

    async release(sweep, wait) {
      const body = { epoch: sweep.epoch, ...(wait ? { wait } : {}) };
      await call(releaseSweep, { params: paramsOf(sweep), body });
    },

    async reportJointly(reports) {
      const body = {
        reports: reports.map(({ sweep: { runId, epoch }, ...report }) => ({
          sweepId: runId,
          epoch,
          ...report,
        })),
      };
      return (await call(reportSweeps, { body })).lost;
    },

    async reportPage(sweep, page, signal) {
      const input = { params: paramsOf(sweep), body: { epoch: sweep.epoch, ...page } };
      await whileHeld(signal, () => call(reportSweptPage, input, { signal }));
    },

    linkedRecords: (sweep, signal) => {
      const input = { params: paramsOf(sweep), body: { epoch: sweep.epoch } };
      return whileHeld(signal, () => call(takeLinkedRecords, input, { signal }));
    },

    async reportCompared(sweep, page, signal) {
      const input = { params: paramsOf(sweep), body: { epoch: sweep.epoch, ...page } };
      await whileHeld(signal, () => call(reportComparedPage, input, { signal }));
    },

    writtenPage: (sweep, signal) => {
      const input = { params: paramsOf(sweep), body: { epoch: sweep.epoch } };
      return whileHeld(signal, () => call(takeWrittenPage, input, { signal }));
    },

    async reportReadBack(sweep, page, signal) {
      const input = { params: paramsOf(sweep), body: { epoch: sweep.epoch, ...page } };
      await whileHeld(signal, () => call(reportReadBack, input, { signal }));
    },

    async end(sweep, calls, signal, problem) {
      const body = { epoch: sweep.epoch, calls, ...(problem === undefined ? {} : { problem }) };
      const input = { params: paramsOf(sweep), body };
      await whileHeld(signal, () => call(endSweep, input, { signal }));
    },
  };
}
