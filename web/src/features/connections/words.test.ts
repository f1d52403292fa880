import { expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { autoSyncLabel, autoSyncText, dealText } from './words.ts';

test.each([
  [true, true, 'Contacts and jobs', 'Auto-sync: contacts, jobs'],
  [true, false, 'Contacts', 'Auto-sync: contacts'],
  [false, true, 'Jobs', 'Auto-sync: jobs'],
  [false, false, 'Off', 'Auto-sync'],
])(
  'When auto-sync is %s for contacts and %s for jobs, then it reads %p and %p',
  (contacts, jobs, text, label) => {
    const autoSync = { autoSyncNewContacts: contacts, autoSyncNewJobs: jobs };
    expect(autoSyncText(autoSync)).toBe(text);
    expect(autoSyncLabel(autoSync)).toBe(label);
  },
);

test('Where deals go is named by what was chosen, and by the default where nothing was', () => {
  expect(dealText(aConnection())).toBe("The portal's default pipeline, first stage");
  const chosen = aConnection({ defaultDealPipeline: '77', defaultDealStage: '901' });
  expect(dealText(chosen)).toBe('Pipeline 77, stage 901');
});
