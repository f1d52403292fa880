import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fileTimes, redTests } from './suite-report.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ridgeline-report-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const usual = { startTime: 1_000, endTime: 3_500, message: '' };

function reportOf(...files: object[]): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ testResults: files.map((each) => ({ ...usual, ...each })) }));
  return file;
}

const passed = { status: 'passed', fullName: 'A page When it opens, then it shows', failureMessages: [] };
const failed = {
  status: 'failed',
  fullName: 'A page When it closes, then it goes',
  failureMessages: ['\u001b[31mExpected: 1\u001b[39m\nReceived: 2'],
};

describe('The red tests of a run', () => {
  test('When tests of a file fail, then each has its name and its reason, and those that pass are left out', () => {
    const report = reportOf({ name: '/a.test.ts', status: 'failed', assertionResults: [passed, failed] });
    expect(redTests(report, false)).toEqual([{ name: failed.fullName, why: 'Expected: 1\nReceived: 2' }]);
  });

  test('When a file cannot be run, then it has its path and its reason', () => {
    const file = { name: '/a.test.ts', status: 'failed', message: 'Cannot find module' };
    expect(redTests(reportOf({ ...file, assertionResults: [] }), false)).toEqual([
      { name: file.name, why: file.message },
    ]);
  });

  test('When a reason is long, then only its beginning is repeated', () => {
    const long = { ...failed, failureMessages: [`${'x'.repeat(1_000)}\n`.repeat(1_000)] };
    const report = reportOf({ name: '/a.test.ts', status: 'failed', assertionResults: [long] });
    const [why = ''] = redTests(report, false).map((each) => each.why);
    expect(why).toMatch(/^(x{300}\n){29}x{300}$/);
  });

  test('When the run fails with no red test, or without a report, then it counts as red anyway', () => {
    const green = reportOf({ name: '/a.test.ts', status: 'passed', assertionResults: [passed] });
    expect(redTests(green, true)).toEqual([]);
    expect(redTests(green, false)).toEqual([{ name: 'the run as a whole', why: '' }]);
    expect(redTests(join(folder, 'missing.json'), false)).toEqual([{ name: 'no test ran', why: '' }]);
  });
});

describe('The times of a run', () => {
  test('Each file has its seconds, and a run without a report has none', () => {
    const report = reportOf({
      name: join(process.cwd(), 'a.test.ts'),
      status: 'passed',
      assertionResults: [],
    });
    expect(fileTimes(report)).toEqual([{ path: 'a.test.ts', seconds: 2.5 }]);
    expect(fileTimes(join(folder, 'missing.json'))).toEqual([]);
  });
});
