import exec from 'k6/execution';
import { read, takeSession } from './calls.ts';
import type { LoadOptions } from './load-options.ts';
import { signEverybodyIn } from './people.ts';
import { whole } from './whole.ts';

export { handleSummary } from './summary.ts';

const calmMs = 10_000;
const spikeMs = 15_000;
/** How long the spike's backlog may last before answers must be as fast as before. */
const recoveryMs = 5_000;
const seconds = (ms: number): string => `${String(ms / 1_000)}s`;

/** From 5 requests per second to 100 and back: no request is rejected, and the service recovers afterwards. */
export const options: LoadOptions = {
  noCookiesReset: true,
  scenarios: {
    crowd: {
      executor: 'ramping-arrival-rate',
      startRate: 5,
      timeUnit: '1s',
      preAllocatedVUs: 100,
      maxVUs: 200,
      stages: [
        { duration: seconds(calmMs), target: 5 },
        { duration: '1s', target: 100 },
        { duration: seconds(spikeMs - 1_000), target: 100 },
        { duration: '1s', target: 5 },
        { duration: seconds(calmMs + recoveryMs), target: 5 },
      ],
    },
  },
  thresholds: {
    checks: ['rate==1'],
    finished: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{phase:spike}': ['p(95)<2000'],
    'http_req_duration{phase:after}': ['p(95)<500'],
  },
};

function phase(): 'before' | 'spike' | 'after' {
  const now = exec.instance.currentTestRunDuration;
  if (now < calmMs) return 'before';
  return now < calmMs + spikeMs + recoveryMs ? 'spike' : 'after';
}

const pages = ['/api/user', '/api/stats', '/api/connections', '/api/migrations?page=1'] as const;

/** Sign-ins are not part of the spike: beyond what can be hashed, they are answered with 429, as they should be. */
export const setup = signEverybodyIn;

export default whole((cookies: readonly string[]) => {
  exec.vu.metrics.tags['phase'] = phase();
  if (exec.vu.iterationInInstance === 0) takeSession(cookies[exec.vu.idInTest % cookies.length] ?? '');
  read(pages[exec.scenario.iterationInTest % pages.length] ?? pages[0]);
});
