import { expect, test } from '@jest/globals';
import { panels, type PlacedPanel } from './dashboard-files.ts';
import { metricProblems } from './metric-names.ts';
import { alertRules } from './rule-files.ts';

const all = panels();

/** The problems of panels' queries, each with its panel. */
const problems = (problemsOf: (query: string) => readonly string[]): readonly string[] =>
  all.flatMap(({ dashboard, title, targets }) =>
    targets.flatMap(({ expr }) => problemsOf(expr).map((problem) => `${dashboard} › ${title}: ${problem}`)),
  );

test('Panels ask for metrics and labels that there are', () => {
  expect(problems(metricProblems)).toEqual([]);
});

test('Panels ask for the chosen namespace only', () => {
  const selectors = /\b(?:ridgeline|nodejs|process)_\w+(?:\{[^}]*\})?|\b(?:up|ALERTS)\{[^}]*\}/g;
  const unbound = (query: string): readonly string[] =>
    (query.match(selectors) ?? []).filter((selector) => !selector.includes('namespace=~"$namespace"'));
  expect(problems(unbound)).toEqual([]);
});

test('Every panel says which question it answers', () => {
  expect(all.filter(({ description = '' }) => description === '').map(({ title }) => title)).toEqual([]);
});

test('Every alert is explained by a panel, and panels lead to runbooks of alerts only', () => {
  const urls = new Set(all.flatMap(({ links }) => links.map(({ url }) => url)));
  const runbooks = new Set(alertRules().map((rule) => rule.annotations.runbook_url));
  expect([...urls].sort()).toEqual([...runbooks].sort());
});

test('Where lines are called by their labels, the one that says that nothing happened has a name', () => {
  const nameless = all.flatMap(({ dashboard, title, targets }) =>
    targets
      .filter(({ expr, legendFormat }) => legendFormat.includes('{{') && expr.includes(' or on() '))
      .filter(({ expr, legendFormat }) => {
        const [, label = ''] = /label_replace\(.*, "(\w+)", "none", "", ""\)$/.exec(expr) ?? [];
        return !legendFormat.includes(`{{${label}}}`);
      })
      .map(({ legendFormat }) => `${dashboard} › ${title}: ${legendFormat}`),
  );
  expect(nameless).toEqual([]);
});

test('No panel covers another one', () => {
  const overlap = ({ gridPos: a, ...one }: PlacedPanel, { gridPos: b, ...other }: PlacedPanel): boolean =>
    one.dashboard === other.dashboard &&
    a.x < b.x + b.w &&
    b.x < a.x + a.w &&
    a.y < b.y + b.h &&
    b.y < a.y + a.h;
  const covered = all.flatMap((one, index) => all.slice(index + 1).filter((other) => overlap(one, other)));
  expect(covered).toEqual([]);
  expect(all.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});
