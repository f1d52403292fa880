import { describe, expect, test } from '@jest/globals';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotClient, HubspotOutcome } from '@ridgeline/hubspot';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import { companySecrets as secrets } from '../testing/bench-company.ts';
import { fakeAcculynx } from './testing/fake-acculynx.ts';
import { reading, runVendors } from './run-vendors.ts';

type Properties = Awaited<ReturnType<HubspotClient['listProperties']>>;

const signal = new AbortController().signal;

const pair = { from: 'deals', to: 'contacts' } as const;
/** Each call that changes a portal. */
const changingCalls = {
  createProperties: (client) => client.createProperties('contacts', []),
  updateOptions: (client) => client.updateOptions('deals', 'name', []),
  createPropertyGroup: (client) => client.createPropertyGroup('deals', { name: 'a', label: 'A' }),
  upsertBatch: (client) => client.upsertBatch('contacts', 'id', []),
  updateBatch: (client) => client.updateBatch('contacts', []),
  associateDefault: (client) => client.associateDefault(pair, []),
  associate: (client) => client.associate(pair, []),
  removeLabels: (client) => client.removeLabels(pair, []),
} as const satisfies Record<string, (client: HubspotClient) => Promise<HubspotOutcome<unknown>>>;

const changed: ConnectionSecrets = { ...secrets, hubspotPat: 'pat-of-today' };

test('When a dry run is to change HubSpot, then nothing is sent, whatever asks for it, and what reads is', async () => {
  const sent: string[] = [];
  const calls = [...Object.keys(changingCalls), 'listProperties'].map((call) => [
    call,
    () => {
      sent.push(call);
      return Promise.resolve({ outcome: 'ok', value: [] });
    },
  ]);
  const client = Object.fromEntries(calls) as HubspotClient;
  const { hubspot } = runVendors(secrets, {
    vendors: {
      acculynx: () => ungoverned(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })),
      hubspot: () => ungoverned(client),
    },
    fetch: () => Promise.resolve(secrets),
    waits: { cameOn: () => undefined },
    lease: { stopping: signal, databaseTime: undefined },
    isDryRun: true,
  });
  for (const call of Object.values(changingCalls))
    await expect(hubspot.settle(reading(signal), call)).rejects.toThrow('would change the portal');
  expect(sent).toEqual([]);
  await hubspot.settle(reading(signal), (run) => run.listProperties('contacts'));
  expect(sent).toEqual(['listProperties']);
});

/** HubSpot as a run has it: it accepts one token, and the connection service returns what is stored. */
function someVendors({ accepted = changed.hubspotPat } = {}) {
  const seen: string[] = [];
  const state = { stored: changed, fetched: 0, fail: null as Error | null };
  const { hubspot } = runVendors(secrets, {
    fetch: () => {
      state.fetched += 1;
      return state.fail ? Promise.reject(state.fail) : Promise.resolve(state.stored);
    },
    vendors: {
      acculynx: () => ungoverned(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })),
      hubspot: (token) => {
        const listProperties = (): Promise<Properties> => {
          seen.push(token);
          return Promise.resolve(
            token === accepted
              ? { outcome: 'ok', value: [] }
              : { outcome: 'refused', status: 401, scopes: [] },
          );
        };
        return ungoverned({ listProperties } as unknown as HubspotClient);
      },
    },
    waits: { cameOn: () => undefined },
    lease: { stopping: signal, databaseTime: undefined },
  });
  const ask = () =>
    hubspot.settle(reading(signal), (client, until) => client.listProperties('contacts', until));
  return { ask, seen, state };
}

describe('When HubSpot refuses the token in the middle of a run', () => {
  test('And another one is stored by now, then the call and all later ones go out with that', async () => {
    const { ask, seen, state } = someVendors();
    expect(await ask()).toEqual({ outcome: 'ok', value: [] });
    await ask();
    expect(seen).toEqual([secrets.hubspotPat, changed.hubspotPat, changed.hubspotPat]);
    expect(state.fetched).toBe(1);
  });

  test('And ten calls meet it concurrently, then the connection service is asked once for all of them', async () => {
    const { ask, state } = someVendors();
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers).toEqual(Array(10).fill({ outcome: 'ok', value: [] }));
    expect(state.fetched).toBe(1);
  });

  test('And the same one is stored, then the run fails as the refusal says, however many calls meet it', async () => {
    const { ask, seen, state } = someVendors();
    state.stored = { ...secrets };
    const failures = await Promise.allSettled([ask(), ask()]);
    failures.push(...(await Promise.allSettled([ask()])));
    for (const failure of failures)
      expect(failure).toMatchObject({ reason: { name: 'RunFailed', refusedBy: 'HubSpot' } });
    expect(state.fetched).toBe(1);
    expect(new Set(seen)).toEqual(new Set([secrets.hubspotPat]));
  });

  test('And the new one is refused as well, then it is asked about too, and the run fails', async () => {
    const { ask, seen, state } = someVendors({ accepted: 'none' });
    await expect(ask()).rejects.toMatchObject({ refusedBy: 'HubSpot' });
    expect(seen).toEqual([secrets.hubspotPat, changed.hubspotPat]);
    expect(state.fetched).toBe(2);
  });

  test('And the new one is of another portal, then it is not used', async () => {
    const { ask, seen, state } = someVendors();
    state.stored = { ...changed, hubSpotPortalId: '9' };
    await expect(ask()).rejects.toMatchObject({ refusedBy: 'HubSpot' });
    expect(seen).toEqual([secrets.hubspotPat]);
  });

  test('And the connection is gone, then that is why the run fails; when the run stops, then the refusal is', async () => {
    const gone = someVendors();
    gone.state.fail = new RunFailed('The connection of this migration does not exist any more.');
    await expect(gone.ask()).rejects.toMatchObject({ text: expect.stringContaining('not exist any more') });
    const stopping = someVendors();
    stopping.state.fail = new RunStopped('shutdown');
    await expect(stopping.ask()).rejects.toMatchObject({ refusedBy: 'HubSpot' });
  });
});
