import type { AcculynxAccess, CallSignals, HubspotAccess, RunVendors } from './run-vendors.ts';

/**
 * Both vendors for what outlasts a run, such as prepared options: its calls go out as those of the run that is under way,
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
        // A write that is under way ends by its own signal.
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

  /** From here on the calls are those of this run. */
  use(vendors: RunVendors): void {
    this.#current = vendors;
  }
}
