import type { AcculynxAccess, CallSignals, HubspotAccess, RunVendors } from './run-vendors.ts';

/**
 * Both vendors for objects that outlive a run, such as prepared options: their calls are sent as those of the current run,
 * and end with it.
 */
export class LastingVendors implements RunVendors {
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
  #current: RunVendors;

  constructor(first: RunVendors) {
    this.#current = first;
    const bounded = (signals: CallSignals): CallSignals => {
      const { stopping } = this.#current.acculynx;
      return {
        waiting: AbortSignal.any([signals.waiting, stopping]),
        // A write in progress ends by its own signal.
        calling: signals.calling,
      };
    };
    const current = (): RunVendors => this.#current;
    this.hubspot = {
      settle: (signals, call) => current().hubspot.settle(bounded(signals), call),
    };
    this.acculynx = {
      settle: (signals, call) => current().acculynx.settle(bounded(signals), call),
      get stopping() {
        return current().acculynx.stopping;
      },
      databaseTime: () => current().acculynx.databaseTime?.(),
    };
  }

  /** From here on, calls are sent as those of this run. */
  use(vendors: RunVendors): void {
    this.#current = vendors;
  }
}
