import { describe, expect, test } from '@jest/globals';
import {
  ApiError,
  ConnectionError,
  createConnection,
  getUser,
  type ApiClient,
  type CallOptions,
  type Endpoint,
} from '@ridgeline/contracts';
import { patientClient } from './api-session.ts';

/** A client whose calls fail with these errors, one after the other, and then succeed; this contact keeps the options of each. */
function failingClient(...errors: readonly unknown[]) {
  const asked: (CallOptions | undefined)[] = [];
  const call = ((_endpoint: Endpoint, _input: unknown, options?: CallOptions) => {
    asked.push(options);
    const error = errors[asked.length - 1] as Error | undefined;
    return error ? Promise.reject(error) : Promise.resolve({});
  }) as ApiClient;
  return { call: patientClient(call), asked };
}

const unavailable = new ApiError(503, 'The service is unavailable', null);

describe('A client that fills a stack', () => {
  test('When a service is unavailable for a moment, then it is asked again with the same idempotency key', async () => {
    const { call, asked } = failingClient(unavailable, new ConnectionError('reset'));
    await call(createConnection, { body: { name: 'Waco', acculynxApiKey: 'key-1', hubspotPat: 'pat-1' } });
    expect(asked).toHaveLength(3);
    expect(asked[0]?.idempotencyKey).toMatch(/^[\w-]{20,}$/);
    expect(new Set(asked.map((options) => options?.idempotencyKey)).size).toBe(1);
  });

  test('When the server refuses, then it is not asked again', async () => {
    const refused = new ApiError(400, 'Name must be at least 3 characters', null);
    const { call, asked } = failingClient(refused);
    await expect(call(getUser)).rejects.toBe(refused);
    expect(asked).toEqual([{}]);
  });
});
