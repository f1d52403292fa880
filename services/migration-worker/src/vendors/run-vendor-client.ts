import { refusalText, waitReason, type CallSignals, type GovernedCalls } from '@ridgeline/governed-vendors';
import type { Ok, Rejected, VendorOutcome, VendorProblem } from '@ridgeline/vendor-http';
import { RunFailed, type Vendor } from '../base/run-errors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

export { reading, type CallSignals } from '@ridgeline/governed-vendors';

/** A run's way to one vendor: paced, patient, and closed as soon as the lease is lost. */
export interface RunVendorClient {
  /**
   * Makes a call and repeats it as long as the vendor limits it or is not reachable. Throws `RunFailed` when the
   * credential is refused, and a signal's reason when aborted.
   */
  settle<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: (signal: AbortSignal) => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<Ok<Value> | Rejected<Problem>>;
}

/** Makes a vendor's faults the end of the run; whatever else it answers brings the run on. */
export function runVendorClient(
  vendor: Vendor,
  calls: Pick<GovernedCalls, 'attempt'>,
  waits: Pick<WaitTracker, 'cameOn'>,
): RunVendorClient {
  return {
    async settle(signals, call) {
      const outcome = await calls.attempt(signals, call);
      waits.cameOn(vendor);
      if (outcome.outcome === 'refused')
        throw new RunFailed(refusalText(vendor, outcome), { refusedBy: vendor });
      if (outcome.outcome === 'limited' || outcome.outcome === 'unavailable')
        throw new RunFailed(waitReason(vendor, outcome).text);
      return outcome;
    },
  };
}
