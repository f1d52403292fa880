import { afterEach, expect, jest, test } from '@jest/globals';
import { getStats } from '@ridgeline/contracts';
import { api } from './client.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('Each call begins a trace of its own, which is not marked for sampling', async () => {
  const send = jest.spyOn(globalThis, 'fetch');
  send.mockImplementation(() => Promise.resolve(Response.json({ connectionCount: 0 })));
  await api(getStats);
  await api(getStats);
  const traces = send.mock.calls.map(([, init]) => new Headers(init?.headers).get('traceparent') ?? '');
  expect(traces).toHaveLength(2);
  for (const trace of traces) expect(trace).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(new Set(traces.map((trace) => trace.split('-')[1])).size).toBe(2);
});
