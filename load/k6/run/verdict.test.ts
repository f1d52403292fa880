import { describe, expect, test } from '@jest/globals';
import type { LoadSummary } from '../portable/load-summary.ts';
import { checkLoad } from './verdict.ts';

const summary = ({ finished = 2, ok = true, fails = 0 } = {}): LoadSummary => ({
  state: { testRunDurationMs: 2_400 },
  metrics: {
    http_reqs: { type: 'counter', contains: 'default', values: { count: 20 } },
    finished: { type: 'rate', contains: 'default', values: { rate: 1, passes: finished } },
    http_req_failed: {
      type: 'rate',
      contains: 'default',
      values: { rate: ok ? 0 : 0.1 },
      thresholds: { 'rate==0': { ok } },
    },
  },
  root_group: { checks: [{ name: 'it is completed', passes: 1, fails }], groups: [] },
});

describe('The verdict about a run of load', () => {
  test('When every bar was kept, then it is good', () => {
    expect(checkLoad('smoke', 0, summary())).toMatchObject({
      name: 'load smoke',
      ok: true,
      detail: {
        seconds: 2,
        rounds: 2,
        requests: 20,
        'failed requests': 0,
        'bars missed': [],
        'checks failed': [],
      },
    });
  });

  test('When a bar was missed, then it is bad and names the bar and the checks', () => {
    expect(checkLoad('smoke', 99, summary({ ok: false, fails: 2 }))).toMatchObject({
      ok: false,
      detail: {
        'failed requests': 2,
        'bars missed': ['http_req_failed rate==0'],
        'checks failed': ['it is completed (2 times)'],
      },
    });
  });

  test.each([
    ['k6 broke off', 107, summary()],
    ['no round was finished', 0, summary({ finished: 0 })],
  ])('When %s, then it is bad whatever the bars say', (_, exitCode, its) => {
    expect(checkLoad('smoke', exitCode, its).ok).toBe(false);
  });
});
