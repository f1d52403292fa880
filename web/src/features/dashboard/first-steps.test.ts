import { describe, expect, test } from '@jest/globals';
import { firstSteps } from './FirstStepsPanel.tsx';

const done = (...of: Parameters<typeof firstSteps>) => firstSteps(...of)?.map((step) => step.done);

describe('The first steps', () => {
  test('When there is nothing yet, then a connection comes first, then a migration, then its result', () => {
    expect(done([], [])).toEqual([false, false, false]);
    expect(done([{ id: 1 }], [])).toEqual([true, false, false]);
    expect(done([{ id: 1 }], [{ id: 4, status: 'running' }])).toEqual([true, true, false]);
    expect(firstSteps([{ id: 1 }], [{ id: 4, status: 'failed' }])?.at(-1)?.to).toBe('/migrations/4');
  });

  test('When a migration has completed, then they are not shown any more', () => {
    expect(firstSteps([{ id: 1 }], [{ id: 4, status: 'completed' }])).toBeNull();
    expect(done([{ id: 1 }], [{ id: 4, status: 'completed', dryRun: true }])).toEqual([true, true, false]);
  });
});
