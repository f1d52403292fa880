import { problemOf, type HubspotClient } from '@ridgeline/hubspot';
import { reading } from '../../vendors/run-vendors.ts';
import type { PropertyDefinition } from '@ridgeline/contracts';
import type { FakeHubspotTarget } from './fake-hubspot-target.ts';

const endless = reading(new AbortController().signal);

/** HubSpot over a portal in memory, which has these properties; its other calls are missing. */
export function fakeHubspot(
  target: FakeHubspotTarget,
  properties: readonly PropertyDefinition[] = [],
): HubspotClient {
  const client: Pick<
    HubspotClient,
    | 'listProperties'
    | 'readBatch'
    | 'anyWith'
    | 'upsertBatch'
    | 'updateBatch'
    | 'readAssociations'
    | 'readRecord'
  > = {
    listProperties: () => Promise.resolve({ outcome: 'ok', value: [...properties] }),
    readBatch: (_object, { idProperty, ids }, signals = endless) =>
      target.read(idProperty ?? null, ids, signals.waiting),
    anyWith: (_object, _property, signals = endless) => target.anySourceId(signals.waiting),
    upsertBatch: (_object, _idProperty, inputs, signals = endless) => target.upsert(inputs, signals),
    readRecord: (_object, { id }) => {
      const record = target.records.find((one) => one.id === id);
      return Promise.resolve(
        record ? { outcome: 'ok', value: record } : { outcome: 'rejected', problem: problemOf(404, {}) },
      );
    },
    // Nothing is associated with anything.
    readAssociations: () => Promise.resolve({ outcome: 'ok', value: { results: [], problems: [] } }),
    updateBatch: (_object, inputs, signals = endless) => target.update(inputs, signals),
  };
  return client as HubspotClient;
}
