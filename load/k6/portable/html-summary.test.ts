import { describe, expect, test } from '@jest/globals';
import { htmlSummary, type LoadSummary } from './load-summary.ts';

const summary = (ok: boolean): LoadSummary => ({
  state: { testRunDurationMs: 61_000 },
  metrics: {
    http_reqs: { type: 'counter', contains: 'default', values: { count: 12, rate: 1.5 } },
    http_req_duration: {
      type: 'trend',
      contains: 'time',
      values: { 'p(95)': 12.345 },
      thresholds: { 'p(95)<500': { ok } },
    },
  },
  root_group: {
    checks: [],
    groups: [{ checks: [{ name: 'GET <a> & "b"', passes: 3, fails: 1 }], groups: [] }],
  },
});

describe('The page about a run of load', () => {
  test('It names the verdict, each bar, each check of every group and each figure with its unit', () => {
    const page = htmlSummary('smoke', summary(true));
    expect(page).toContain('<h1>smoke: passed after 61 s</h1>');
    expect(page).toContain('<td>http_req_duration p(95)&lt;500</td><td>yes</td>');
    expect(page).toContain('<td>GET &lt;a&gt; &amp; &quot;b&quot;</td><td>3</td><td>1</td>');
    expect(page).toContain('<td>p(95) 12.35 ms</td>');
    expect(page).toContain('<td>count 12, rate 1.50</td>');
  });

  test('When a bar was not kept, then the run failed', () => {
    const page = htmlSummary('smoke', summary(false));
    expect(page).toContain('<h1>smoke: failed');
    expect(page).toContain('<td>NO</td>');
  });
});
