import { propertyGroup } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import type { FaultInput } from '@ridgeline/simulators';
import type { HubspotClient } from './hubspot-client.ts';
import type { HubspotOutcome } from './hubspot-outcome.ts';
import { simulatedHubspot } from './testing/simulated-hubspot.ts';

/** The calls that saving a connection makes. */
const calls: Record<string, (client: HubspotClient) => Promise<HubspotOutcome<unknown>>> = {
  accountDetails: (client) => client.accountDetails(),
  introspect: (client) => client.introspect(),
  listProperties: (client) => client.listProperties('contacts'),
  listPropertyDetails: (client) => client.listPropertyDetails('deals'),
  readProperty: (client) => client.readProperty('deals', 'dealname'),
  createPropertyGroup: (client) => client.createPropertyGroup('deals', propertyGroup),
  createProperties: (client) => client.createProperties('deals', []),
  updateOptions: (client) => client.updateOptions('deals', 'dealtype', []),
  dealPipelines: (client) => client.dealPipelines(),
};

const malformed = { outcome: 'unavailable', reason: 'malformed' };
const faults: readonly [string, FaultInput['effect'], object][] = [
  ['the token is revoked', { kind: 'revoke' }, { outcome: 'refused', status: 401 }],
  ['it may not', { kind: 'http-error', status: 403, body: 'json' }, { outcome: 'refused', status: 403 }],
  [
    'there is nothing',
    { kind: 'http-error', status: 404 },
    { outcome: 'rejected', problem: { status: 404 } },
  ],
  ['a limit is hit', { kind: 'rate-limit' }, { outcome: 'limited', policy: 'TEN_SECONDLY_ROLLING' }],
  ['HubSpot fails', { kind: 'http-error', status: 500 }, { outcome: 'unavailable', reason: 'server' }],
  ['no answer comes', { kind: 'hang' }, { outcome: 'unavailable', reason: 'timeout' }],
  ['the line is cut', { kind: 'cut' }, { outcome: 'unavailable', reason: 'network' }],
  ['an HTML page comes', { kind: 'garble', body: 'html' }, malformed],
  ['half of the answer comes', { kind: 'garble', body: 'half' }, malformed],
  ['an empty answer comes', { kind: 'garble', body: 'none' }, malformed],
];

describe('Whatever a call meets is an outcome', () => {
  for (const [what, effect, expected] of faults)
    test(`When ${what}, then every call says so`, async () => {
      await using hubspot = await simulatedHubspot(effect.kind === 'hang' ? 100 : 5_000);
      hubspot.simulation.faults.add({ vendor: 'hubspot', effect });
      for (const [name, call] of Object.entries(calls))
        expect({ name, ...(await call(hubspot.client)) }).toMatchObject({ name, ...expected });
    });

  test('When another answer comes, then the calls that read it say so', async () => {
    await using hubspot = await simulatedHubspot();
    hubspot.simulation.faults.add({ vendor: 'hubspot', effect: { kind: 'garble', body: 'other' } });
    // Groups are never read: creating something in a group shows whether it exists.
    for (const [name, call] of Object.entries(calls).filter(([name]) => name !== 'createPropertyGroup'))
      expect({ name, ...(await call(hubspot.client)) }).toMatchObject({
        name,
        outcome: 'rejected',
        problem: { category: 'UNEXPECTED_SHAPE' },
      });
  });
});
