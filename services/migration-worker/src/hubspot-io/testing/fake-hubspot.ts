import type { PropertyDefinition } from '@ridgeline/contracts';
import type { HubspotClient } from '@ridgeline/hubspot';
import type { HubspotAccess } from '../../vendors/open-vendors.ts';
import { reading, type CallSignals } from '../../vendors/run-vendor-client.ts';
import type { FakeHubspotTarget } from './fake-hubspot-target.ts';

/** HubSpot for one run over a portal in memory, which has these properties; other calls are not there. */
export function fakeHubspot(
  target: FakeHubspotTarget,
  properties: readonly PropertyDefinition[] = [],
): HubspotAccess {
  // A call is made while `settle` hands its signal over: these are its signals.
  let signals: CallSignals = reading(new AbortController().signal);
  const client: Pick<
    HubspotClient,
    'listProperties' | 'readBatch' | 'anyWith' | 'upsertBatch' | 'updateBatch'
  > = {
    listProperties: () => Promise.resolve({ outcome: 'ok', value: [...properties] }),
    readBatch: (_object, { idProperty, ids }) => target.read(idProperty ?? null, ids, signals.waiting),
    anyWith: () => target.anySourceId(signals.waiting),
    upsertBatch: (_object, _idProperty, inputs) => target.upsert(inputs, signals),
    updateBatch: (_object, inputs) => target.update(inputs, signals),
  };
  return {
    client: client as HubspotClient,
    calls: {
      async settle(of, call) {
        signals = of;
        const outcome = await call(of.calling);
        if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
        throw new Error(`The fake does not answer: ${outcome.outcome}`);
      },
    },
  };
}
