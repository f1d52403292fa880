import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { prometheusPrograms } from '@ridgeline/devstack';
import { alertNames, ruleFiles } from '../rule-files.ts';
import { eventCases } from './event-cases.ts';
import { httpCases } from './http-cases.ts';
import { migrationCases } from './migration-cases.ts';
import { peopleCases } from './people-cases.ts';
import { processCases } from './process-cases.ts';
import { promtoolTests, type RuleCase } from './rule-case.ts';
import { storeCases } from './store-cases.ts';
import { vendorCases } from './vendor-cases.ts';

/** The cases of each file of rules. */
const cases: Readonly<Record<string, readonly RuleCase[]>> = {
  'events.yaml': eventCases,
  'http.yaml': httpCases,
  'migrations.yaml': migrationCases,
  'people.yaml': peopleCases,
  'processes.yaml': processCases,
  'stores.yaml': storeCases,
  'vendors.yaml': vendorCases,
};

let promtool: string;
let folder: string;
beforeAll(async () => {
  promtool = (await prometheusPrograms()).promtool;
  folder = await mkdtemp(join(tmpdir(), 'ridgeline-rules-'));
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What promtool says of what it finds wrong; nothing when it is content. */
function saidBy(...words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(promtool, [...words], (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}` : ''));
  });
}

test('Prometheus takes every rule', async () => {
  expect(await saidBy('check', 'rules', '--lint-fatal', ...ruleFiles())).toBe('');
});

test('Every alert has its case, and every case an alert', () => {
  const names = Object.values(cases).flatMap((those) => those.map(({ alert }) => alert));
  expect([...new Set(names)].sort()).toEqual(alertNames());
});

test('Every alert fires within two minutes of its fault, and not for what only looks like it', async () => {
  const files = ruleFiles().map(async (rules) => {
    const tests = (cases[basename(rules)] ?? []).flatMap(promtoolTests);
    const file = join(folder, `${basename(rules)}.test.json`);
    // promtool reads YAML, which JSON is.
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '30s', tests }));
    return file;
  });
  expect(await saidBy('test', 'rules', ...(await Promise.all(files)))).toBe('');
}, 60_000);
