import { sleep } from 'k6';
import exec from 'k6/execution';
import { lookAround } from './look-around.ts';
import type { LoadOptions } from './load-options.ts';
import { ownPerson, signIn } from './people.ts';
import { watchMigration } from './watch-migration.ts';
import { whole } from './whole.ts';

export { handleSummary } from './summary.ts';

const minutes = __ENV['MINUTES'] ?? '2';
/** A migration starts once in so many rounds of looking around. */
const roundsPerMigration = 5;

/** A few users stay signed in for a long time: nothing fails, and the end is as fast as the beginning. */
export const options: LoadOptions = {
  noCookiesReset: true,
  scenarios: { people: { executor: 'constant-vus', vus: 4, duration: `${minutes}m`, gracefulStop: '90s' } },
  thresholds: {
    checks: ['rate==1'],
    finished: ['rate==1'],
    http_req_failed: ['rate==0'],
    'http_req_duration{kind:read}': ['p(95)<500', 'p(99)<1500'],
    first_update: ['p(95)<1500'],
  },
};

export default whole(async () => {
  const person = ownPerson();
  const round = exec.vu.iterationInInstance;
  if (round === 0) await signIn(person);
  lookAround(person, 1);
  if (round % roundsPerMigration === 0) watchMigration(person, 60_000);
  sleep(1);
});
