import { expect, test } from '@jest/globals';
import { testSummary } from './TestResult.tsx';

const checks = (...results: ('passed' | 'warning' | 'failed')[]) =>
  results.map((result) => ({ check: 'acculynx' as const, result, text: '' }));

test('A test comes to the worst of its checks', () => {
  expect(testSummary(checks('passed', 'passed'))).toBe('passed');
  expect(testSummary(checks('passed', 'warning'))).toBe('warning');
  expect(testSummary(checks('warning', 'failed', 'passed'))).toBe('failed');
});
