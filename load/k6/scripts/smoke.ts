import { read, write } from './calls.ts';
import { lookAround } from './look-around.ts';
import type { LoadOptions } from './load-options.ts';
import { ownPerson, signIn } from './people.ts';
import { watchMigration } from './watch-migration.ts';
import { whole } from './whole.ts';

export { handleSummary } from './summary.ts';

/** One user, once: does every call of the journeys answer as it should, refusals included? */
export const options: LoadOptions = {
  scenarios: { once: { executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '2m' } },
  thresholds: {
    checks: ['rate==1'],
    finished: ['rate==1'],
    http_req_failed: ['rate==0'],
    // Only bounds a hang; the other profiles measure speed.
    http_req_duration: ['max<10000'],
  },
};

export default whole(async () => {
  const person = ownPerson();
  read('/api/user', 'user without a session', 401);
  await signIn(person);
  lookAround(person, 0);
  read('/api/activity', 'audit trail for no administrator', 403);
  read('/api/migrations/999999999', 'unknown migration', 404);
  write('/api/migrations', {}, { name: 'migration of nothing', status: 400 });
  write(
    '/api/logout',
    {},
    { name: 'from another site', status: 403, headers: { 'sec-fetch-site': 'cross-site' } },
  );
  watchMigration(person, 60_000);
  write('/api/logout', {});
  read('/api/user', 'user after signing out', 401);
});
