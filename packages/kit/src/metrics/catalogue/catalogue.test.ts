import { expect, test } from '@jest/globals';
import type { MetricDefinition } from '../definition/definition.ts';
import { catalogue, catalogueByPart } from './index.ts';

const metrics = Object.values<MetricDefinition>(catalogue);

test('No name stands twice, neither by parts nor in all', () => {
  const byPart = Object.values(catalogueByPart).flatMap((part) => Object.values<MetricDefinition>(part));
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(byPart.length);
});

test("Names keep Prometheus' conventions: counters end in _total and nothing else does, times are seconds", () => {
  for (const { name, type } of metrics) {
    expect(name).toMatch(/^ridgeline_[a-z_]+[a-z]$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/milliseconds|_ms$|minutes/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('Buckets grow, what is said of a metric is no sentence of its own, and somebody exports it', () => {
  for (const metric of metrics) {
    if (metric.type === 'histogram')
      expect(metric.buckets).toEqual([...new Set(metric.buckets)].sort((a, b) => a - b));
    expect(metric.help).not.toMatch(/\.$|\n/);
    expect(metric.services.length).toBeGreaterThan(0);
  }
});

test('No label can name a tenant, a person or a secret', () => {
  const labels = new Set(metrics.flatMap((metric) => Object.keys(metric.labels)));
  for (const label of labels)
    expect(label).not.toMatch(/company|tenant|user|email|account|connection|portal|token|key|address|path/i);
});

test('Series stay few: no metric of a process can have more than some thousands', () => {
  for (const { name, labels } of metrics) {
    const series = Object.values(labels)
      .map((label) => ('values' in label ? label.values.length : label.most))
      .reduce((product, values) => product * values, 1);
    expect([name, series <= 110_000]).toEqual([name, true]);
  }
});
