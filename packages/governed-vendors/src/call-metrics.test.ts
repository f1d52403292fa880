import { expect, test } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import { measureCalls } from './call-metrics.ts';

test.each([
  [200, 'ok'],
  [207, 'ok'],
  [429, 'limited'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'rejected'],
  [423, 'failed'],
  [477, 'failed'],
  [503, 'failed'],
  [null, 'silent'],
])('A call with status %s counts as %s', async (status, result) => {
  const registry = new Registry();
  measureCalls(registry)(
    'HubSpot',
    { method: 'GET', path: '/crm/objects/{id}', inPath: { id: '4711' } },
    { status, headers: null, durationMs: 200 },
  );
  const text = await registry.metrics();
  expect(text).toContain(
    `ridgeline_vendor_calls_total{vendor="HubSpot",operation="GET /crm/objects/{id}",result="${result}"} 1`,
  );
  expect(text).toContain(
    'ridgeline_vendor_call_duration_seconds_sum{vendor="HubSpot",operation="GET /crm/objects/{id}"} 0.2',
  );
});
