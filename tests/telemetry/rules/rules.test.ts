import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { prometheusPrograms } from '@ridgeline/devstack';
import { alertRules, ruleFiles } from '../rule-files.ts';
import { eventCases } from './event-cases.ts';
import { httpCases } from './http-cases.ts';
import { migrationCases } from './migration-cases.ts';
import { peopleCases } from './people-cases.ts';
import { processCases } from './process-cases.ts';
import { promtoolTests } from './rule-case.ts';
import { storeCases } from './store-cases.ts';
import { vendorCases } from './vendor-cases.ts';

const run = promisify(execFile);
const cases = [
  ...processCases,
  ...httpCases,
  ...eventCases,
  ...storeCases,
  ...vendorCases,
  ...migrationCases,
  ...peopleCases,
];

let promtool: string;
let folder: string;
beforeAll(async () => {
  promtool = (await prometheusPrograms()).promtool;
  folder = await mkdtemp(join(tmpdir(), 'ridgeline-rules-'));
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What promtool says; the lines of what failed when it is not content. */
async function saidBy(...words: readonly string[]): Promise<string> {
  return run(promtool, [...words]).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}

test('Prometheus takes every rule', async () => {
  expect(await saidBy('check', 'rules', '--lint-fatal', ...ruleFiles())).toBe('');
});

test('Every alert has its case, and every case an alert', () => {
  expect(cases.map(({ alert }) => alert).sort()).toEqual(
    alertRules()
      .map(({ alert }) => alert)
      .sort(),
  );
});

test('Every alert fires within two minutes of its fault, and not for what only looks like it', async () => {
  const file = join(folder, 'rules.test.json');
  const tests = cases.flatMap(promtoolTests);
  // promtool reads YAML, which JSON is.
  await writeFile(file, JSON.stringify({ rule_files: ruleFiles(), evaluation_interval: '30s', tests }));
  expect(await saidBy('test', 'rules', file)).toBe('');
}, 60_000);
