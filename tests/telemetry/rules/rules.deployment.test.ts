import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { alertNames, ruleFiles } from '../rule-files.ts';
import { eventCases } from './event-cases.ts';
import { httpCases } from './http-cases.ts';
import { migrationCases } from './migration-cases.ts';
import { peopleCases } from './people-cases.ts';
import { processCases } from './process-cases.ts';
import { promtoolOfTests } from './promtool-of-tests.ts';
import type { RuleCase } from './rule-case.ts';
import { storeCases } from './store-cases.ts';
import { syncCases } from './sync-cases.ts';
import { vendorCases } from './vendor-cases.ts';

/** The test cases of each file of rules. */
const cases: Readonly<Record<string, readonly RuleCase[]>> = {
  'events.yaml': eventCases,
  'http.yaml': httpCases,
  'migrations.yaml': migrationCases,
  'people.yaml': peopleCases,
  'processes.yaml': processCases,
  'stores.yaml': storeCases,
  'sync.yaml': syncCases,
  'vendors.yaml': vendorCases,
};

const promtool = promtoolOfTests();

test('Prometheus takes every rule', async () => {
  expect(await promtool().saidBy('check', 'rules', '--lint-fatal', ...ruleFiles())).toBe('');
});

test('Every alert has its case, and every case an alert', () => {
  const names = Object.values(cases).flatMap((those) => those.map(({ alert }) => alert));
  expect([...new Set(names)].sort()).toEqual(alertNames());
});

test('Every alert fires within two minutes of its fault, and not for what only looks like it', async () => {
  const files = ruleFiles().map((rules) => promtool().writeTests(rules, cases[basename(rules)] ?? []));
  expect(await promtool().saidBy('test', 'rules', ...(await Promise.all(files)))).toBe('');
}, 60_000);
