import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { aJob } from './definition.ts';
import { measureJob } from './process-metrics.ts';

test('When a job is measured, then its results stand at 0 until its first round', async () => {
  const registry = new Registry();
  measureJob(registry, aJob('record-retention'));
  const text = await registry.metrics();
  expect(text).toContain('ridgeline_job_runs_total{job="record-retention",result="failed"} 0');
  expect(text).toContain('ridgeline_job_runs_total{job="record-retention",result="done"} 0');
});

test('Rounds are counted by their end, and the last good one is known', async () => {
  const registry = new Registry();
  const round = measureJob(registry, aJob('record-retention'));
  await expect(round(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await registry.metrics()).not.toMatch(/^ridgeline_job_last_success.*retention/m);
  const before = Math.floor(Date.now() / 1_000);
  expect(await round(() => Promise.resolve(7))).toBe(7);
  const text = await registry.metrics();
  expect(text).toContain('ridgeline_job_runs_total{job="record-retention",result="failed"} 1');
  expect(text).toContain('ridgeline_job_runs_total{job="record-retention",result="done"} 1');
  expect(text).toContain('ridgeline_job_duration_seconds_count{job="record-retention"} 2');
  const last = /last_success_timestamp_seconds\{job="record-retention"\} ([\d.]+)/.exec(text)?.[1];
  expect(Number(last)).toBeGreaterThanOrEqual(before);
});

test('Without a registry the work is done anyway', async () => {
  expect(await measureJob(undefined, aJob('stored-checks'))(() => Promise.resolve('done'))).toBe('done');
});
