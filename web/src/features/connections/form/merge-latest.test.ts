import { expect, test } from '@jest/globals';
import { newValues } from './connection-values.ts';
import { mergeLatest } from './merge-latest.ts';

const base = { ...newValues('summit'), name: 'Denver', dealStageByMilestone: { Lead: 'a' } };

test('When two changed different fields, then both changes stand, and nothing is contested', () => {
  const merged = mergeLatest(
    base,
    { ...base, name: 'Denver West', dealStageByMilestone: { Lead: 'a' } },
    { ...base, autoSyncNewJobs: true },
  );
  expect(merged.values).toEqual({ ...base, name: 'Denver West', autoSyncNewJobs: true });
  expect(merged.contested).toEqual([]);
});

test('When two users changed the same field, then what was typed stays, and the field is named', () => {
  const merged = mergeLatest(
    base,
    { ...base, name: 'Mine', dealStageByMilestone: { Lead: 'b' } },
    { ...base, name: 'Theirs', dealStageByMilestone: { Lead: 'b' } },
  );
  expect(merged.values.name).toBe('Mine');
  expect(merged.contested).toEqual(['Name']);
});
