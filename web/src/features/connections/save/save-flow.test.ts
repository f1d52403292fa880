import { describe, expect, test } from '@jest/globals';
import {
  ApiError,
  ConnectionError,
  type ConnectionDetail,
  type PropertyResult,
  type SaveStepName,
} from '@ridgeline/contracts';
import { aClock } from '../../../testing/a-clock.ts';
import { saveConnection, type SaveFlowOptions } from './save-flow.ts';
import { playSteps, type SaveSteps } from './save-steps.ts';

const connection = { id: 3, name: 'Denver' } as ConnectionDetail;

const properties = (...missing: string[]): PropertyResult => ({
  status: missing.length ? 'missing' : 'valid',
  message: '',
  contacts: { missingProperties: missing, validatedProperties: 9 },
  deals: { missingProperties: [], validatedProperties: 0 },
});

const refusal = (code: string, text = 'No') => new ApiError(400, text, { error: text, message: text, code });

/** Runs a save with the given differences, lets its time pass, and notes what happened when. */
async function save(difference: Partial<SaveFlowOptions> = {}, told: SaveStepName | null = null) {
  const clock = aClock();
  const calls: string[] = [];
  const note = (what: string) => calls.push(`${what} at ${clock.now()}`);
  let steps: SaveSteps = [];
  const playback = playSteps({ wait: clock.wait, onSteps: (shown) => (steps = shown) });
  const outcome = saveConnection({
    validate: (create) => {
      note(create ? 'create properties' : 'check properties');
      return Promise.resolve(create ? properties() : properties('acculynx_contact_id'));
    },
    store: () => {
      note('store');
      return Promise.resolve(connection);
    },
    confirm: () => {
      note('ask');
      return Promise.resolve('create');
    },
    playback,
    toldFailure: () => told,
    onCall: () => undefined,
    wait: clock.wait,
    ...difference,
  });
  await clock.pass(30_000);
  const states = Object.fromEntries(steps.map(({ step, state }) => [step, state]));
  return { outcome: await outcome, calls, states };
}

const nothingMissing = { validate: () => Promise.resolve(properties()) };

describe('Saving a connection', () => {
  test('When properties are missing, then the question comes within the third step, and two seconds pass after their creation', async () => {
    const { outcome, calls, states } = await save();
    expect(outcome).toEqual({ outcome: 'saved', connection });
    expect(calls).toEqual([
      'check properties at 0',
      'ask at 2000',
      'create properties at 2000',
      'store at 5000',
    ]);
    expect(new Set(Object.values(states))).toEqual(new Set(['complete']));
  });

  test('When the user leaves them missing, then the connection is stored anyway', async () => {
    const { outcome, calls } = await save({ confirm: () => Promise.resolve('leave') });
    expect(outcome.outcome).toBe('saved');
    expect(calls).toEqual(['check properties at 0', 'store at 2000']);
  });

  test('When the person cancels, then nothing is created or stored', async () => {
    const { outcome, calls } = await save({ confirm: () => Promise.resolve('cancel') });
    expect(outcome).toEqual({ outcome: 'cancelled' });
    expect(calls).toEqual(['check properties at 0']);
  });

  test('When nothing is missing, then nothing is asked', async () => {
    const { calls } = await save(nothingMissing);
    expect(calls).toEqual(['store at 0']);
  });

  test.each([
    ['connection.hubspot_refused', 'No', null, 'hubspot-portal'],
    ['connection.pipeline_unknown', 'No', null, 'portal-options'],
    ['connection.acculynx_unreachable', 'No', 'work-types', 'work-types'],
    ['server.failed', 'The Webhook failed', null, 'webhook'],
    ['server.failed', 'No', null, null],
  ] as const)(
    'When the save fails with %s (%s) and %s was reported, then the failed step is %s',
    async (code, text, told, step) => {
      const error = refusal(code, text);
      const store = () => Promise.reject(error);
      const { outcome, states } = await save({ ...nothingMissing, store }, told);
      expect(outcome).toEqual({ outcome: 'failed', step, call: 'save', error, created: false });
      const failed = Object.keys(states).filter((one) => states[one] === 'error');
      expect(failed).toEqual(step === null ? [] : [step]);
    },
  );

  test('When the server cannot be reached while it stores, then it is asked again until it answers', async () => {
    let tries = 0;
    const store = () =>
      ++tries < 4 ? Promise.reject(new ConnectionError('reset')) : Promise.resolve(connection);
    const { outcome } = await save({ ...nothingMissing, store });
    expect(outcome).toEqual({ outcome: 'saved', connection });
    expect(tries).toBe(4);
  });

  test('When the server stays unreachable, then the save fails in the end; a refusal is final immediately', async () => {
    let tries = 0;
    const failing = (error: Error) => () => {
      tries += 1;
      return Promise.reject(error);
    };
    const away = new ConnectionError('reset');
    const lost = await save({ ...nothingMissing, store: failing(away) });
    expect(lost.outcome).toMatchObject({ outcome: 'failed', call: 'save', error: away });
    expect(tries).toBe(8);
    await save({ ...nothingMissing, store: failing(refusal('connection.pipeline_unknown')) });
    expect(tries).toBe(9);
  });

  test('When the check or the creation fails, then the outcome says which of them', async () => {
    const error = refusal('properties.creation_failed');
    const validate = (create: boolean) =>
      create ? Promise.reject(error) : Promise.resolve(properties('acculynx_contact_id'));
    const creation = await save({ validate });
    expect(creation.outcome).toMatchObject({ call: 'creation', step: 'hubspot-properties', created: true });
    const check = await save({ validate: () => Promise.reject(error) });
    expect(check.outcome).toMatchObject({ call: 'check', created: false });
  });
});
