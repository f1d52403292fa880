import { expect, jest, test } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import { kafkaMetrics } from '../metrics.ts';
import { ConsumerReports } from './consumer-reports.ts';

const name = 'ridgeline_consumer_current_event_seconds';

test('An event that does not come to its end is seen to grow old, until it ends or its partition leaves', async () => {
  jest.useFakeTimers();
  const registry = new Registry();
  const reports = new ConsumerReports(kafkaMetrics(registry), { topic: 't', group: 'g' });
  const current = async () => {
    const line = (await registry.getSingleMetricAsString(name)).split('\n').find((it) => it.startsWith(name));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  };
  reports.assign([0, 1]);
  expect(await current()).toBe(0);
  reports.begun(0);
  jest.advanceTimersByTime(5_000);
  reports.begun(1);
  reports.begun(0);
  jest.advanceTimersByTime(1_000);
  expect(await current()).toBe(6);
  reports.done(0);
  expect(await current()).toBe(1);
  reports.assign([0]);
  expect(await current()).toBe(0);
  reports[Symbol.dispose]();
  expect(await current()).toBeNull();
  jest.useRealTimers();
});
