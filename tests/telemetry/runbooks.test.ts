import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { panels } from './dashboard-files.ts';
import { metricProblems } from './metric-names.ts';
import { jobNames } from './product-metrics.ts';
import { alertNames, alertRules } from './rule-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs', 'runbooks');
const rules = alertRules();
const runbooks = readdirSync(folder).map((file) => ({
  name: file.replace(/\.md$/, ''),
  text: readFileSync(join(folder, file), 'utf8'),
}));

/** The quotations in runbooks that match this pattern but are not `known`, each with its runbook. */
const unknown = (pattern: RegExp, known: (quoted: string) => boolean): readonly string[] =>
  runbooks.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .map(([whole, quoted = whole]) => quoted)
      .filter((quoted) => !known(quoted))
      .map((quoted) => `${name}: ${quoted}`),
  );

/** Everything that our processes may print: the text of their sources, without tests. */
function sources(): string {
  return ['gateway', 'services', 'packages']
    .flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((file) => /src\/.*\.ts$/.test(file) && !/\.test\.ts$|node_modules/.test(file))
        .map((file) => readFileSync(join(root, part, file), 'utf8')),
    )
    .join('\n');
}

test('Every alert leads to its runbook, and every runbook belongs to an alert', () => {
  expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    rules.map(({ alert }) => `https://ridgeline.example/docs/runbooks/${alert}.md`),
  );
  expect(runbooks.map(({ name }) => name).sort()).toEqual(alertNames());
});

test('Every runbook says what the alert means, where to look and how to act', () => {
  for (const { name, text } of runbooks) {
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual([`# ${name}`, '## Meaning', '## Look', '## Act']);
  }
});

test('Runbooks name panels that there are', () => {
  const titles = new Set(
    panels().map(({ dashboard, title }) => `${dashboard.replace('Ridgeline: ', '')} › ${title}`),
  );
  expect(unknown(/\*\*(.+?)\*\*/g, (quoted) => titles.has(quoted))).toEqual([]);
  expect(runbooks.filter(({ text }) => !text.includes(' › ')).map(({ name }) => name)).toEqual([]);
});

test('Runbooks name alerts, metrics and log lines that there are', () => {
  const alerts = new Set(rules.map(({ alert }) => alert));
  const said = sources();
  expect(unknown(/\bRidgeline[A-Z]\w+/g, (quoted) => alerts.has(quoted))).toEqual([]);
  expect(runbooks.flatMap(({ text }) => metricProblems(text))).toEqual([]);
  expect(unknown(/"([^"]+)"/g, (line) => said.includes(`'${line}'`))).toEqual([]);
});

test('The runbook of failing jobs says what each of them does', () => {
  const text = runbooks.find(({ name }) => name === 'RidgelineJobFailing')?.text ?? '';
  const rows = [...text.matchAll(/^\| ([a-z-]+[a-z]) +\|/gm)].map(([, job]) => job);
  expect(rows.toSorted()).toEqual(jobNames.toSorted());
});

test('Rules ask for metrics and labels that there are', () => {
  expect(rules.flatMap(({ expr }) => metricProblems(expr))).toEqual([]);
});
