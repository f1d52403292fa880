import { expect, test } from '@jest/globals';
import { aContext, aJob } from '../testing/a-job.ts';
import { correctJob } from './correct-job.ts';
import { mapJob } from './map-job.ts';

const job = mapJob(
  aJob({
    jobName: 'Roof',
    currentMilestone: 'Lead',
    tradeTypes: [{ id: 't', name: 'Roofing' }],
    priority: 'Low',
  }),
  aContext(),
);

test('When values of a job are corrected, then options stand among its choices, also several, and the others among its values', () => {
  const corrected = correctJob(job, {
    amount: '12.5',
    acculynx_trades: 'Siding; Gutters',
    dealname: 'New roof',
  });
  expect(corrected.values).toEqual({ ...job.values, amount: '12.5', dealname: 'New roof' });
  expect(corrected.choices).toEqual({ ...job.choices, acculynx_trades: ['Siding', 'Gutters'] });
  expect(corrected.milestone).toBe('Lead');
});

test('When the milestone of a job is corrected, then its deal is put where that milestone stands', () => {
  expect(correctJob(job, { acculynx_milestone: 'Approved' })).toMatchObject({
    milestone: 'Approved',
    choices: { acculynx_milestone: ['Approved'] },
  });
});
