import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { JobDefinition, MetricDefinition } from '@ridgeline/kit/metrics';
import { jobNames, productMetrics } from './product-metrics.ts';

/** The exports of all metric definition files in the repository. */
async function allDefinitions(): Promise<readonly (MetricDefinition | JobDefinition)[]> {
  const files = ['packages', 'services', 'gateway'].flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)metric-definitions\.ts$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(process.cwd(), part, file)),
  );
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as object));
  return modules
    .flatMap((exported) => Object.values(exported) as Record<string, MetricDefinition | JobDefinition>[])
    .flatMap((definitions) => Object.values(definitions));
}

test('When a package or a service defines a metric or a job, then the list of the product has it', async () => {
  const defined = await allDefinitions();
  expect(defined.flatMap((one) => (one.type === 'job' ? [] : [one.name])).sort()).toEqual(
    productMetrics.map(({ name }) => name).sort(),
  );
  expect(defined.flatMap((one) => (one.type === 'job' ? [one.job] : [])).sort()).toEqual(
    [...jobNames].sort(),
  );
});

test('No two metrics and no two jobs have the same name', () => {
  expect(new Set(productMetrics.map(({ name }) => name)).size).toBe(productMetrics.length);
  expect(new Set(jobNames).size).toBe(jobNames.length);
});

test("Names keep Prometheus' conventions: counters end in _total and nothing else does, times are seconds", () => {
  for (const { name, type } of productMetrics) {
    expect(name).toMatch(/^ridgeline_[a-z_]+[a-z]$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/milliseconds|_ms$|minutes/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('Buckets grow, the help of a metric is no sentence, and at least one service exports it', () => {
  for (const metric of productMetrics) {
    if (metric.type === 'histogram')
      expect(metric.buckets).toEqual([...new Set(metric.buckets)].sort((a, b) => a - b));
    expect(metric.help).not.toMatch(/\.$|\n/);
    expect(metric.services.length).toBeGreaterThan(0);
  }
});

test('No label can name a tenant, a person or a secret', () => {
  const labels = new Set(productMetrics.flatMap((metric) => Object.keys(metric.labels)));
  for (const label of labels)
    expect(label).not.toMatch(/company|tenant|user|email|account|connection|portal|token|key|address|path/i);
});

test('Series stay few: no metric of a process can have more than some thousands', () => {
  for (const { name, labels } of productMetrics) {
    const series = Object.values(labels)
      .map((label) => ('values' in label ? label.values.length : label.most))
      .reduce((product, values) => product * values, 1);
    expect([name, series <= 110_000]).toEqual([name, true]);
  }
});

test('The label of jobs has room for all of them', async () => {
  const { jobDefinitions } = await import('../../packages/kit/src/metrics/metric-definitions.ts');
  expect(jobNames.length).toBeLessThanOrEqual(jobDefinitions.jobRuns.labels.job.most);
});
