import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { read } from './calls.ts';
import { ownPerson, signIn } from './people.ts';

export { handleSummary } from './summary.ts';

const calmMs = 10_000;
const spikeMs = 15_000;
/** What is left of the crowd may be worked off for so long before answers are to be as quick as ever. */
const recoveryMs = 5_000;
const seconds = (ms: number): string => `${String(ms / 1_000)}s`;

/** From five requests a second to a hundred and fifty and back: nobody is refused, and it is over when it is over. */
export const options: Options = {
  noCookiesReset: true,
  scenarios: {
    crowd: {
      executor: 'ramping-arrival-rate',
      startRate: 5,
      timeUnit: '1s',
      preAllocatedVUs: 40,
      maxVUs: 120,
      stages: [
        { duration: seconds(calmMs), target: 5 },
        { duration: '1s', target: 150 },
        { duration: seconds(spikeMs - 1_000), target: 150 },
        { duration: '1s', target: 5 },
        { duration: seconds(calmMs + recoveryMs), target: 5 },
      ],
    },
  },
  thresholds: {
    checks: ['rate==1'],
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

export default async function spike(): Promise<void> {
  exec.vu.tags['phase'] = phase();
  if (exec.vu.iterationInInstance === 0) await signIn(ownPerson());
  read(pages[exec.scenario.iterationInTest % pages.length] ?? pages[0]);
}
