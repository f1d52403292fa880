import { expect, test } from '@jest/globals';
import { dealName, displayName, jobNumber } from './job-name.ts';

const cases: [jobName: string | null, jobNumber: string | null, number: string | null, shown: string][] = [
  ['WAC-118: Ngozi Okafor', 'WAC-118', 'WAC-118', 'Job WAC-118 (Ngozi Okafor)'],
  ['WAC-118: Ngozi Okafor', null, 'WAC-118', 'Job WAC-118 (Ngozi Okafor)'],
  ['WAC-118: Ngozi Okafor', '77', '77', 'Job 77 (WAC-118: Ngozi Okafor)'],
  ['1204', '1204', '1204', 'Job 1204'],
  [null, '1204', '1204', 'Job 1204'],
  ['Roof of the church: 2 sides', null, null, 'Job "Roof of the church: 2 sides"'],
  ['Church: roof', null, null, 'Job "Church: roof"'],
  ['12:', null, null, 'Job "12:"'],
  [null, null, null, 'Job j-1'],
];

test.each(cases)(
  'When a job is called %p with the number %p, then its number is %p',
  (name, given, number, shown) => {
    const job = { id: 'j-1', jobName: name, jobNumber: given };
    expect(jobNumber(job)).toBe(number);
    expect(displayName(job)).toBe(shown);
  },
);

test('When a job has no name, then its deal is called by its number, else by its id', () => {
  expect(dealName({ id: 'j-1', jobName: null, jobNumber: '12' })).toBe('Job 12');
  expect(dealName({ id: 'j-1', jobName: null, jobNumber: null })).toBe('Job j-1');
});
