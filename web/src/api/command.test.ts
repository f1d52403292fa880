import { describe, expect, test } from '@jest/globals';
import {
  ApiError,
  changePassword,
  ConnectionError,
  createMigration,
  updateProfile,
  withdrawInvitation,
  type ApiClient,
  type Endpoint,
} from '@ridgeline/contracts';
import { createCommand } from './command.ts';

/** Answers each call by the next outcome and notes the keys it was given. */
function scripted(outcomes: (Error | 'done')[]) {
  const keys: (string | undefined)[] = [];
  const api = (_endpoint: Endpoint, _input?: unknown, options?: { idempotencyKey?: string }) => {
    keys.push(options?.idempotencyKey);
    const outcome = outcomes.shift() ?? 'done';
    return outcome === 'done' ? Promise.resolve({}) : Promise.reject(outcome);
  };
  return { api: api as ApiClient, keys };
}

let made = 0;
const newKey = () => `key-${++made}`;
const wait = () => Promise.resolve();
const lost = () => new ConnectionError(new TypeError('Failed to fetch'));
const refused = () => new ApiError(400, 'No', null);
const input = { body: { connectionId: 1, migrationType: 'contacts' as const } };

describe('A creating call', () => {
  test('When no answer came, then it is repeated once with the same key', async () => {
    const { api, keys } = scripted([lost(), 'done']);
    await createCommand({ api, endpoint: createMigration, newKey, wait })(input);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('When the person sends the same again after two lost answers, then the key is still the same', async () => {
    const { api, keys } = scripted([lost(), lost(), 'done']);
    const create = createCommand({ api, endpoint: createMigration, newKey, wait });
    await expect(create(input)).rejects.toThrow(ConnectionError);
    await create(input);
    expect(new Set(keys).size).toBe(1);
  });

  test('When it was refused, then it is not repeated and the next one has a new key', async () => {
    const { api, keys } = scripted([refused(), 'done']);
    const create = createCommand({ api, endpoint: createMigration, newKey, wait });
    await expect(create(input)).rejects.toThrow('No');
    await create(input);
    expect(new Set(keys).size).toBe(2);
  });

  test('When the input changed after a lost answer, then it has a new key', async () => {
    const { api, keys } = scripted([lost(), lost(), 'done']);
    const create = createCommand({ api, endpoint: createMigration, newKey, wait });
    await expect(create(input)).rejects.toThrow(ConnectionError);
    await create({ body: { ...input.body, batchSize: 10 } });
    expect(keys[2]).not.toBe(keys[1]);
  });
});

describe('A call without a key', () => {
  test('When it says the whole outcome, then it is repeated once', async () => {
    const { api, keys } = scripted([lost(), 'done']);
    await createCommand({ api, endpoint: updateProfile, newKey, wait })({ body: { firstName: 'Dana' } });
    expect(keys).toEqual([undefined, undefined]);
  });

  test('When a removal is repeated and finds nothing, then the first one has done it', async () => {
    const gone = () => new ApiError(404, 'There is none', null);
    const withdraw = (outcomes: Error[]) => {
      const { api } = scripted(outcomes);
      return createCommand({ api, endpoint: withdrawInvitation, newKey, wait })({ params: { id: '7' } });
    };
    expect(await withdraw([lost(), gone()])).toEqual({});
    await expect(withdraw([gone()])).rejects.toThrow('There is none');
  });

  test('When a second one would be refused for what the first has done, then it is never repeated', async () => {
    const { api, keys } = scripted([lost()]);
    const change = createCommand({ api, endpoint: changePassword, newKey, wait });
    await expect(change({ body: {} as never })).rejects.toThrow(ConnectionError);
    expect(keys).toEqual([undefined]);
  });
});
