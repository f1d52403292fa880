import { group } from 'k6';
import http from 'k6/http';
import { gateway, read, write } from './calls.ts';
import { lookAround } from './look-around.ts';
import type { LoadOptions } from './load-options.ts';
import { ownPerson, signIn } from './people.ts';
import { watchMigration } from './watch-migration.ts';
import { whole } from './whole.ts';

export { handleSummary } from './summary.ts';

/** People in browsers: they open the app, sign in, look around, start a migration, watch it and sign out. */
export const options: LoadOptions = {
  scenarios: {
    people: {
      executor: 'ramping-vus',
      startVUs: 1,
      stages: [
        { duration: '15s', target: 6 },
        { duration: '30s', target: 6 },
        { duration: '5s', target: 0 },
      ],
      gracefulRampDown: '90s',
      gracefulStop: '90s',
    },
  },
  thresholds: {
    checks: ['rate==1'],
    finished: ['rate==1'],
    http_req_failed: ['rate==0'],
    'http_req_duration{kind:read}': ['p(95)<500'],
    'http_req_duration{kind:write}': ['p(95)<1500'],
    first_update: ['p(95)<1500'],
    migration_time: ['p(95)<60000'],
  },
};

export default whole(async () => {
  const person = ownPerson();
  group('open the app', () => {
    const page = read('/', 'the page').body;
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
      ([, path = '']) => gateway + path,
    );
    http.batch(files.map((url) => ['GET', url, null, { tags: { name: 'files of the page', kind: 'file' } }]));
  });
  await signIn(person);
  lookAround(person, 0.5);
  watchMigration(person, 60_000);
  write('/api/logout', {});
});
