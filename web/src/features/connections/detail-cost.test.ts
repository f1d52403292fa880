import { expect, test } from '@jest/globals';
import { detailCost } from './detail-cost.ts';

test('When no connection asks for details of jobs, then they cost nothing', () => {
  expect(detailCost([])).toBeNull();
  expect(detailCost([{ name: 'Waco', jobDetails: [] }])).toBeNull();
});

test('When connections ask for details, then the text names them, the details, and how long it takes', () => {
  expect(
    detailCost([
      { name: 'Waco', jobDetails: ['financials'] },
      { name: 'Austin', jobDetails: [] },
    ]),
  ).toBe(
    'Waco also reads the value of each job. That is one call to AccuLynx for each job, about 2 minutes more for every 1,000 jobs.',
  );
  expect(
    detailCost([
      { name: 'Waco', jobDetails: ['representative', 'milestone'] },
      { name: 'Austin', jobDetails: ['insurance'] },
    ]),
  ).toBe(
    'Waco and Austin also read the representative, milestone status, and insurance company of each job. That is 2 calls to AccuLynx for each job, about 4 minutes more for every 1,000 jobs.',
  );
});
