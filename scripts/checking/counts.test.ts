import { describe, expect, test } from '@jest/globals';
import { addCounts, closingLine, countsOfJest } from './counts.ts';

describe('The closing line of npm test', () => {
  test('When a test file cannot run at all, then it counts as a failure', () => {
    const counts = countsOfJest({
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      numRuntimeErrorTestSuites: 1,
    });
    expect(counts).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('When suites are added up, then the line has the form that CI reads', () => {
    const sum = addCounts({ passed: 1, failed: 0, skipped: 2 }, { passed: 4, failed: 1, skipped: 0 });
    expect(closingLine(sum)).toBe('5 passed, 1 failed, 2 skipped');
  });
});
