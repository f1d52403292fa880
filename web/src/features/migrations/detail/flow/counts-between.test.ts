import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../../../testing/a-migration.ts';
import { countsBetween, countsOf } from './use-smooth-counts.ts';

const from = countsOf(aMigration());
const to = countsOf(
  aMigration({
    processedCount: 2150,
    successCount: 2119,
    createdCount: 2011,
    updatedCount: 77,
    unchangedCount: 31,
    skipCount: 24,
    errorCount: 7,
  }),
);

describe('Counts on their way', () => {
  test('At each frame the outcomes add up to the total that is shown beside them', () => {
    for (let frame = 0; frame <= 60; frame += 1) {
      const shown = countsBetween(from, to, frame / 60);
      expect(shown.createdCount + shown.updatedCount + shown.unchangedCount).toBe(shown.successCount);
      expect(shown.successCount + shown.skipCount + shown.errorCount).toBe(shown.processedCount);
    }
  });

  test('No number is ever ahead of the truth, and in the end each is the truth', () => {
    for (let frame = 0; frame < 60; frame += 1) {
      const shown = countsBetween(from, to, frame / 60);
      for (const [name, count] of Object.entries(shown))
        expect(count).toBeLessThanOrEqual(to[name as keyof typeof to]);
    }
    expect(countsBetween(from, to, 1)).toEqual(to);
  });

  test('When a count is smaller than the one shown, then it is put right immediately', () => {
    expect(countsBetween(to, from, 0.1)).toEqual(from);
  });
});
