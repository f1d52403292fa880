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

const times = { startTime: 1_000, endTime: 3_500 };

function reportOf(...files: object[]): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ testResults: files.map((each) => ({ ...times, ...each })) }));
  return file;
}

const passed = { status: 'passed', fullName: 'A page When it opens, then it shows' };
const failed = { status: 'failed', fullName: 'A page When it closes, then it goes' };

describe('The red tests of a run', () => {
  test('When tests of a file fail, then they are named, and those that pass are not', () => {
    const report = reportOf({ name: '/a.test.ts', status: 'failed', assertionResults: [passed, failed] });
    expect(redTests(report, false)).toEqual([failed.fullName]);
  });

  test('When a file cannot be run, then its path is named', () => {
    const report = reportOf({ name: '/a.test.ts', status: 'failed', assertionResults: [] });
    expect(redTests(report, false)).toEqual(['/a.test.ts']);
  });

  test('When the run fails with no red test, or without a report, then it counts as red anyway', () => {
    const green = reportOf({ name: '/a.test.ts', status: 'passed', assertionResults: [passed] });
    expect(redTests(green, true)).toEqual([]);
    expect(redTests(green, false)).toEqual(['the run as a whole']);
    expect(redTests(join(folder, 'missing.json'), false)).toEqual(['no test ran']);
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
