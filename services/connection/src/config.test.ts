import { expect, test } from '@jest/globals';
import { connectionConfig } from './config.ts';

test('The address for webhooks and the contact for emails of AccuLynx are required: neither has a default', () => {
  const problems = connectionConfig.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
  expect(problems).toEqual(expect.arrayContaining(['WEBHOOK_BASE_URL', 'WEBHOOK_CONTACT']));
});
