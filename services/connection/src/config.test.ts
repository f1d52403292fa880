import { expect, test } from '@jest/globals';
import { connectionConfig } from './config.ts';

test('Where AccuLynx sends events and whom it writes to has to be said: nothing is sent to strangers', () => {
  const problems = connectionConfig.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
  expect(problems).toEqual(expect.arrayContaining(['WEBHOOK_BASE_URL', 'WEBHOOK_CONTACT']));
});
