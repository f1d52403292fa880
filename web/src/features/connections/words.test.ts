import { expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { autoSyncText, dealText } from './words.ts';

test.each([
  [true, true, 'Contacts and jobs'],
  [true, false, 'Contacts'],
  [false, true, 'Jobs'],
  [false, false, 'Off'],
])('Contacts %s and jobs %s go over by themselves: %s', (autoSyncNewContacts, autoSyncNewJobs, text) => {
  expect(autoSyncText({ autoSyncNewContacts, autoSyncNewJobs })).toBe(text);
});

test('Where deals go is told by what was chosen, and by the default where nothing was', () => {
  expect(dealText(aConnection())).toBe("The portal's default pipeline, first stage");
  const chosen = aConnection({ defaultDealPipeline: '77', defaultDealStage: '901' });
  expect(dealText(chosen)).toBe('Pipeline 77, stage 901');
});
