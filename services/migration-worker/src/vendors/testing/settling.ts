import type { RunVendor } from '../run-vendors.ts';

/** A vendor for one run that makes each call once: whatever else a fake of its client answers fails the test. */
export const settling = <Client>(client: Client): RunVendor<Client> => ({
  async settle(signals, call) {
    signals.calling.throwIfAborted();
    const outcome = await call(client, signals);
    if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
    throw new Error(`The fake does not answer: ${outcome.outcome}`);
  },
});
