import { describe, expect, test } from '@jest/globals';
import type { FaultInput } from '@ridgeline/simulators';
import type { AcculynxClient } from './acculynx-client.ts';
import type { AcculynxOutcome } from './acculynx-outcome.ts';
import { simulatedAcculynx, type SimulatedAcculynx } from './testing/simulated-acculynx.ts';

type Effect = FaultInput['effect'];
type Call = (client: AcculynxClient) => Promise<AcculynxOutcome<unknown>>;

const change = { techContact: 'ops@example.com', topicNames: ['job_updated'] };
const ok = (value: unknown) => ({ outcome: 'ok', value });

/** Calls whose answer is read, and their result for a 404. */
const notFound = { outcome: 'rejected', problem: { status: 404 } };
const readers: Record<string, { call: Call; missing: object }> = {
  companySettings: { call: (client) => client.companySettings(), missing: notFound },
  states: { call: (client) => client.states(), missing: notFound },
  contactTypes: { call: (client) => client.contactTypes(), missing: notFound },
  workTypes: { call: (client) => client.workTypes(), missing: notFound },
  tradeTypes: { call: (client) => client.tradeTypes(), missing: notFound },
  jobCategories: { call: (client) => client.jobCategories(), missing: notFound },
  insuranceCompanies: { call: (client) => client.insuranceCompanies(), missing: notFound },
  leadSources: { call: (client) => client.leadSources(), missing: notFound },
  subscriptions: { call: (client) => client.subscriptions(), missing: notFound },
  subscription: { call: (client) => client.subscription('s-1'), missing: ok(null) },
  createSubscription: {
    call: (client) => client.createSubscription({ ...change, consumerUrl: 'https://hooks.example.com' }),
    missing: notFound,
  },
};
/** Calls whose answer needs no body. */
const writers: typeof readers = {
  updateSubscription: { call: (client) => client.updateSubscription('s-1', change), missing: ok('gone') },
  deleteSubscription: { call: (client) => client.deleteSubscription('s-1'), missing: ok('gone') },
  sendTestEvent: { call: (client) => client.sendTestEvent('s-1', 'job_updated'), missing: ok('gone') },
};

const malformed = { outcome: 'unavailable', reason: 'malformed' };
const network = { outcome: 'unavailable', reason: 'network' };
const faults: readonly [string, Effect, object][] = [
  ['the key is revoked', { kind: 'revoke' }, { outcome: 'refused', status: 401 }],
  [
    'it may not (403)',
    { kind: 'http-error', status: 403, body: 'json' },
    { outcome: 'refused', status: 403 },
  ],
  ['a limit is hit', { kind: 'rate-limit' }, { outcome: 'limited' }],
  ['AccuLynx fails', { kind: 'http-error', status: 500 }, { outcome: 'unavailable', reason: 'server' }],
  ['no answer comes', { kind: 'hang' }, { outcome: 'unavailable', reason: 'timeout' }],
  ['the line is cut', { kind: 'reset' }, network],
  ['an HTML page comes', { kind: 'garble', body: 'html' }, malformed],
];
const unreadable: readonly [string, Effect, object][] = [
  ['half of the answer comes', { kind: 'garble', body: 'half' }, malformed],
  ['an empty answer comes', { kind: 'garble', body: 'none' }, malformed],
  [
    'another answer comes',
    { kind: 'garble', body: 'other' },
    { outcome: 'rejected', problem: { category: 'UNEXPECTED_SHAPE' } },
  ],
];

const met = async (acculynx: SimulatedAcculynx, effect: Effect, call: Call) => {
  acculynx.simulation.faults.clear();
  acculynx.simulation.faults.add({ vendor: 'acculynx', effect });
  return call(acculynx.client);
};

describe('Whatever a call meets is an outcome', () => {
  for (const [what, effect, expected] of faults)
    test(`When ${what}, then every call says so`, async () => {
      // Only a hanging call may time out, however busy the machine is.
      await using acculynx = await simulatedAcculynx(effect.kind === 'hang' ? 100 : undefined);
      for (const [name, { call }] of Object.entries({ ...readers, ...writers }))
        expect({ name, ...(await met(acculynx, effect, call)) }).toMatchObject({ name, ...expected });
    });

  for (const [what, effect, expected] of unreadable)
    test(`When ${what}, then every call that reads it says so`, async () => {
      await using acculynx = await simulatedAcculynx();
      for (const [name, { call }] of Object.entries(readers))
        expect({ name, ...(await met(acculynx, effect, call)) }).toMatchObject({ name, ...expected });
    });

  test('When the record does not exist (404), then a call that names it returns it as gone', async () => {
    await using acculynx = await simulatedAcculynx();
    const effect: Effect = { kind: 'http-error', status: 404, body: 'json' };
    for (const [name, { call, missing }] of Object.entries({ ...readers, ...writers }))
      expect({ name, ...(await met(acculynx, effect, call)) }).toMatchObject({ name, ...missing });
  });
});
