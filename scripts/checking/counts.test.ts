import { describe, expect, test } from '@jest/globals';
import { addCounts, closingLine, countsOfJest } from './counts.ts';

describe('The closing line of npm test', () => {
  test('When a test file cannot run at all, then it counts as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      numRuntimeErrorTestSuites: 1,
    };
    const red = ['a.test.ts'];
    expect(countsOfJest(report, red)).toEqual({ passed: 3, failed: 1, skipped: 0, red });
  });

  test('When suites are added up, then the line has the form that CI reads', () => {
    const sum = addCounts(
      { passed: 1, failed: 0, skipped: 2, red: [] },
      { passed: 4, failed: 1, skipped: 0, red: ['lint'] },
    );
    expect(closingLine(sum)).toBe('5 passed, 1 failed, 2 skipped');
    expect(sum.red).toEqual(['lint']);
  });
});
