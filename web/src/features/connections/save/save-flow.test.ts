import { describe, expect, test } from '@jest/globals';
import { ApiError, type Connection, type PropertyResult } from '@ridgeline/contracts';
import { blamedField, saveConnection, type SaveFlowOptions, type SaveSteps } from './save-flow.ts';

const connection = { id: 3, name: 'Denver' } as Connection;

const properties = (...missing: string[]): PropertyResult => ({
  status: missing.length ? 'missing' : 'valid',
  message: '',
  contacts: { missingProperties: missing, validatedProperties: 9 },
  deals: { missingProperties: [], validatedProperties: 0 },
});

/** Runs a save with the given differences and notes what happened. */
async function save(difference: Partial<SaveFlowOptions> = {}) {
  const calls: string[] = [];
  const shown: SaveSteps[] = [];
  const outcome = await saveConnection({
    validate: (create) => {
      calls.push(create ? 'create properties' : 'check properties');
      return Promise.resolve(properties());
    },
    create: () => {
      calls.push('save');
      return Promise.resolve(connection);
    },
    confirm: () => Promise.resolve('create'),
    onSteps: (steps) => shown.push(steps),
    wait: (ms) => {
      calls.push(`wait ${ms}`);
      return Promise.resolve();
    },
    ...difference,
  });
  return { outcome, calls, last: shown.at(-1) };
}

const withMissing = () => {
  const calls: boolean[] = [];
  return {
    calls,
    validate: (create: boolean) => {
      calls.push(create);
      return Promise.resolve(create ? properties() : properties('acculynx_contact_id'));
    },
  };
};

const refusal = (code: string) => new ApiError(400, 'No', { error: 'No', message: 'No', code });

describe('Saving a connection', () => {
  test('When no property is missing, then it is checked and saved, each step shown for a second', async () => {
    const { outcome, calls, last } = await save();
    expect(outcome).toEqual({ outcome: 'saved', connection });
    expect(calls).toEqual(['check properties', 'wait 1000', 'save', 'wait 1000']);
    expect(last?.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete']);
  });

  test('When properties are missing and the person agrees, then they are created before the save', async () => {
    const { validate, calls } = withMissing();
    const { outcome, last } = await save({ validate });
    expect(outcome.outcome).toBe('saved');
    expect(calls).toEqual([false, true]);
    expect(last?.map(({ name }) => name)).toEqual(['properties', 'creation', 'acculynx', 'hubspot']);
  });

  test('When the person leaves them missing, then the connection is saved all the same', async () => {
    const { validate, calls } = withMissing();
    const { outcome } = await save({ validate, confirm: () => Promise.resolve('leave') });
    expect(outcome.outcome).toBe('saved');
    expect(calls).toEqual([false]);
  });

  test('When the person cancels, then nothing is created or saved', async () => {
    const { validate } = withMissing();
    const { outcome, calls } = await save({ validate, confirm: () => Promise.resolve('cancel') });
    expect(outcome).toEqual({ outcome: 'cancelled' });
    expect(calls).not.toContain('save');
  });

  test.each([
    ['connection.acculynx_refused', 'acculynx', ['complete', 'error', 'waiting']],
    ['connection.hubspot_scope_missing', 'hubspot', ['complete', 'waiting', 'error']],
    ['server.failed', null, ['complete', 'waiting', 'waiting']],
  ])(
    'When the accounts fail for %s, then the step of it is marked, for its second',
    async (code, step, states) => {
      const error = refusal(code);
      const { outcome, calls, last } = await save({ create: () => Promise.reject(error) });
      expect(outcome).toEqual({ outcome: 'failed', step, error });
      expect(last?.map(({ state }) => state)).toEqual(states);
      expect(calls.at(-1)).toBe('wait 1000');
    },
  );

  test('When properties are to be created and the AccuLynx key is wrong, then that is told in its own step', async () => {
    const error = refusal('connection.acculynx_refused');
    const { outcome, last } = await save({
      validate: (create) =>
        create ? Promise.reject(error) : Promise.resolve(properties('acculynx_contact_id')),
    });
    expect(outcome).toEqual({ outcome: 'failed', step: 'acculynx', error });
    expect(last).toEqual([
      { name: 'properties', state: 'complete' },
      { name: 'creation', state: 'waiting' },
      { name: 'acculynx', state: 'error' },
      { name: 'hubspot', state: 'waiting' },
    ]);
  });

  test('When the token is refused while properties are checked, then it is the check that failed', async () => {
    const error = refusal('connection.hubspot_refused');
    const { outcome } = await save({ validate: () => Promise.reject(error) });
    expect(outcome).toEqual({ outcome: 'failed', step: 'properties', error });
  });
});

test("When a vendor refuses a credential, then that credential's field is named", () => {
  expect(blamedField(refusal('connection.acculynx_refused'))).toBe('acculynxApiKey');
  expect(blamedField(refusal('connection.hubspot_scope_missing'))).toBe('hubspotPat');
  expect(blamedField(refusal('connection.hubspot_unreachable'))).toBeNull();
});
