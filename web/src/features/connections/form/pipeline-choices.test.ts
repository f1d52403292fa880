import { expect, test } from '@jest/globals';
import { choices, stageChoices } from './use-pipelines.ts';

const pipelines = [
  { id: '4711', label: 'Roofing', stages: [{ id: 's1', label: 'New lead' }] },
  { id: 'default', label: 'Sales', stages: [{ id: 'd1', label: 'Booked' }] },
];
const known = [{ value: '4711', label: 'Roofing' }];

test('When nothing is known of the portal, then what is stored stands for itself, and is not called deleted', () => {
  expect(choices('Default', null, '9', 'pipeline')).toEqual({
    options: [
      { value: '', label: 'Default' },
      { value: '9', label: 'The stored pipeline (9)' },
    ],
    gone: false,
  });
});

test('When the portal lacks what is chosen, then it is there still, and marked', () => {
  const { options, gone } = choices('Default', known, '9', 'pipeline');
  expect(gone).toBe(true);
  expect(options.at(-1)).toEqual({ value: '9', label: 'Deleted in HubSpot (9)' });
});

test('When the portal has what is chosen, or nothing is, then nothing is marked', () => {
  expect(choices('Default', known, '4711', 'pipeline').gone).toBe(false);
  expect(choices('Default', known, '', 'pipeline').options).toHaveLength(2);
});

test('Stages are those of the chosen pipeline, and else of the one that HubSpot calls its default', () => {
  expect(stageChoices(pipelines, '4711')).toEqual([{ value: 's1', label: 'New lead' }]);
  expect(stageChoices(pipelines, '')).toEqual([{ value: 'd1', label: 'Booked' }]);
  expect(stageChoices(pipelines.slice(0, 1), '')).toEqual([{ value: 's1', label: 'New lead' }]);
  expect(stageChoices(pipelines, 'gone')).toBeNull();
  expect(stageChoices(null, '')).toBeNull();
});
