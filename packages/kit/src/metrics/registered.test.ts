import { describe, expect, jest, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { aCounter, aGauge, aHistogram, oneOf, upTo } from './definition.ts';
import { askedOnce, counter, gauge, histogram, readGauge } from './registered.ts';

const help = 'For these tests';
const topic = upTo(40, 'topics');
const result = oneOf(['done', 'wrong', 'late']);
const metrics = {
  byTopic: aCounter({ name: 'ridgeline_test_topics_total', help, labels: { topic } }),
  byResult: aCounter({ name: 'ridgeline_test_results_total', help, labels: { result } }),
  byTopicAndResult: aCounter({ name: 'ridgeline_test_handled_total', help, labels: { topic, result } }),
  byCode: aCounter({
    name: 'ridgeline_test_codes_total',
    help,
    labels: { result: oneOf(Array.from({ length: 65 }, (_, at) => `code-${String(at)}`)) },
  }),
  ages: aGauge({ name: 'ridgeline_test_age_seconds', help, labels: { process: upTo(500, 'processes') } }),
  open: aGauge({ name: 'ridgeline_test_open', help, labels: {} }),
  lag: aGauge({
    name: 'ridgeline_test_lag_events',
    help,
    labels: { topic, partition: upTo(64, 'partitions') },
  }),
  limits: aGauge({ name: 'ridgeline_test_limit_connections', help, labels: { pool: upTo(8, 'pools') } }),
  waits: aHistogram({
    name: 'ridgeline_test_wait_seconds',
    help,
    labels: { vendor: oneOf(['a', 'b']) },
    buckets: [1, 5],
  }),
};

/** The series of a metric as they are exported, without explanations. */
async function series(registry: Registry, name: string): Promise<string[]> {
  const lines = (await registry.getSingleMetricAsString(name)).split('\n');
  return lines.filter((line) => line.startsWith(name));
}

describe('What is counted stays few', () => {
  test('When more values come than a label may have, then those beyond are counted as other, and none is lost', async () => {
    const registry = new Registry();
    const published = counter(registry, metrics.byTopic);
    for (let topic = 0; topic < 1_000; topic += 1) published.inc({ topic: `t${String(topic)}` });
    published.inc({ topic: 't0' }, 4);
    const all = await series(registry, 'ridgeline_test_topics_total');
    expect(all).toHaveLength(metrics.byTopic.labels.topic.most + 1);
    expect(all).toContain('ridgeline_test_topics_total{topic="t0"} 5');
    expect(all).toContain('ridgeline_test_topics_total{topic="other"} 960');
  });

  test('When a value comes that the label does not list, then it is other, whatever its type claimed', async () => {
    const registry = new Registry();
    counter(registry, metrics.byResult).inc({ result: 'ann@example.com' as 'done' });
    const all = await series(registry, 'ridgeline_test_results_total');
    expect(all).toContain('ridgeline_test_results_total{result="other"} 1');
    expect(all.join()).not.toContain('ann@');
  });

  test('When a gauge is read again, then what it reported before does not count against the bound', async () => {
    const registry = new Registry();
    let round = 0;
    readGauge(registry, metrics.ages, (set) => {
      for (let each = 0; each < 300; each += 1) set({ process: `p${String(round)}-${String(each)}` }, 1);
    });
    for (; round < 3; round += 1) {
      const all = await series(registry, 'ridgeline_test_age_seconds');
      expect(all).toHaveLength(300);
      expect(all.every((line) => line.includes(`p${String(round)}-`))).toBe(true);
    }
  });
});

test('What is not defined cannot be counted', () => {
  const like = { type: 'counter', name: 'ridgeline_mine_total', help: 'Mine', labels: {} } as const;
  // @ts-expect-error: It lacks the mark of a definition.
  counter(new Registry(), { ...like, shared: false });
});

describe('What is known from the start is shown from the start', () => {
  test('When all values of a counter are listed, then each stands at 0; else none is shown before it is counted', async () => {
    const registry = new Registry();
    counter(registry, metrics.byResult);
    counter(registry, metrics.byCode);
    counter(registry, metrics.byTopicAndResult);
    expect(await series(registry, 'ridgeline_test_results_total')).toHaveLength(3);
    expect(await series(registry, 'ridgeline_test_codes_total')).toEqual([]);
    expect(await series(registry, 'ridgeline_test_handled_total')).toEqual([]);
  });
});

describe('A metric of a process', () => {
  test('When two parts ask for the same one, then they share it', async () => {
    const registry = new Registry();
    for (const part of [1, 2]) counter(registry, metrics.byTopic).inc({ topic: 't' }, part);
    histogram(registry, metrics.waits).observe({ vendor: 'a' }, 3);
    histogram(registry, metrics.waits).observe({ vendor: 'a' }, 4);
    expect(await series(registry, 'ridgeline_test_topics_total')).toEqual([
      'ridgeline_test_topics_total{topic="t"} 3',
    ]);
    expect(await series(registry, 'ridgeline_test_wait_seconds')).toContain(
      'ridgeline_test_wait_seconds_sum{vendor="a"} 7',
    );
  });

  test('When a gauge goes up and down, then it says where it stands, and a series that is removed is gone', async () => {
    const registry = new Registry();
    const streams = gauge(registry, metrics.open);
    streams.add(2);
    streams.add(-1);
    expect(await series(registry, 'ridgeline_test_open')).toEqual(['ridgeline_test_open 1']);
    const lag = gauge(registry, metrics.lag);
    lag.set({ topic: 't', partition: '0' }, 4);
    lag.remove({ topic: 't', partition: '0' });
    expect(await series(registry, 'ridgeline_test_lag_events')).toEqual([]);
  });

  test('When several parts report one gauge, then all values are shown; a failing part keeps its last value, an ended one has none', async () => {
    const registry = new Registry();
    let fails = false;
    const errors: unknown[] = [];
    const read = (pool: string) =>
      readGauge(
        registry,
        metrics.limits,
        (set) => {
          if (fails && pool === 'a') throw new Error('away');
          set({ pool }, fails ? 2 : 1);
        },
        (error) => errors.push(error),
      );
    read('a');
    const second = read('b');
    const name = 'ridgeline_test_limit_connections';
    expect(await series(registry, name)).toEqual([`${name}{pool="a"} 1`, `${name}{pool="b"} 1`]);
    fails = true;
    expect(await series(registry, name)).toEqual([`${name}{pool="a"} 1`, `${name}{pool="b"} 2`]);
    expect(errors).toHaveLength(1);
    second[Symbol.dispose]();
    expect(await series(registry, name)).toEqual([`${name}{pool="a"} 1`]);
  });

  test('When a reader hangs, then what it told last is shown with the others after a while', async () => {
    jest.useFakeTimers();
    try {
      const registry = new Registry();
      let hangs = false;
      readGauge(registry, metrics.limits, (set) => {
        set({ pool: 'a' }, hangs ? 2 : 1);
        return hangs ? new Promise(() => undefined) : undefined;
      });
      readGauge(registry, metrics.limits, (set) => {
        set({ pool: 'b' }, hangs ? 2 : 1);
      });
      const name = 'ridgeline_test_limit_connections';
      await series(registry, name);
      hangs = true;
      const asked = series(registry, name);
      await jest.advanceTimersByTimeAsync(3_000);
      expect(await asked).toEqual([`${name}{pool="a"} 1`, `${name}{pool="b"} 2`]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('When one reading feeds two gauges, then each scrape reads once', async () => {
    let looks = 0;
    const look = askedOnce(() => Promise.resolve((looks += 1)));
    expect(await Promise.all([look(), look()])).toEqual([1, 1]);
    expect(await look()).toBe(2);
  });
});
