import { migrationSchema } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually } from '@ridgeline/testkit';
import type { BenchResult } from '../benchmark.ts';
import { quantile, round } from '../measuring/statistics.ts';
import type { Published, Verdict } from './delivery.ts';
import type { Ends, ReaderReport } from './readers-task.ts';

const versionSchema = migrationSchema.pick({ id: true, version: true });

/**
 * All updates in Kafka up to the last version of each company's migration, read afterwards so that reading does not disturb
 * the measurement. An update is written in the transaction that commits it, so its time precedes the commit.
 */
export async function publishedUpdates(brokers: string, ends: Ends): Promise<readonly Published[]> {
  const published: Published[] = [];
  const logger = createLogger({ service: 'bench-live', level: 'error' });
  await using kafka = openKafka({
    brokers: brokers.split(','),
    clientId: 'bench-live',
    logger,
    metrics: new Registry(),
  });
  await kafka.subscribe({
    topic: topics.migrationUpdate,
    group: 'bench-live',
    handler: ({ key, value, envelope }) => {
      const { id, version } = versionSchema.parse(JSON.parse(value.migrationJson));
      published.push({ company: key, migrationId: id, version, writtenAt: Date.parse(envelope.time) });
      return Promise.resolve({ verdict: 'done' });
    },
  });
  const missing = (): string[] =>
    Object.entries(ends)
      .filter(
        ([, end]) =>
          !published.some((one) => one.migrationId === end.migrationId && one.version === end.version),
      )
      .map(([company]) => company);
  await eventually(
    () => {
      if (missing().length > 0) throw new Error(`Not there: those of ${missing().join()}`);
    },
    { within: 30_000, what: 'the last versions on Kafka' },
  );
  return published;
}

const goals = { p99Ms: 150, backMs: 3_000 };

/** What was measured. */
export interface Measured {
  readonly verdict: Verdict;
  /** The result for the bare server's events. */
  readonly bare: Verdict;
  readonly reports: readonly ReaderReport[];
  /** In epoch milliseconds. */
  readonly killedAt: number;
  /** How many readers were at the gateway that was killed. */
  readonly readersOfKilled: number;
}

/** The waits until the kill decide; later ones are only shown. */
export function resultOf({ verdict, bare, reports, killedAt, readersOfKilled }: Measured): BenchResult {
  const [calm, upset] = [waitsOf(verdict, 0, killedAt), waitsOf(verdict, killedAt)];
  const bareCalm = waitsOf(bare, 0, killedAt);
  const p99Ms = quantile(calm, 0.99);
  const backMs = reports.flatMap(({ away }) => away.map(({ to }) => to - killedAt));
  const lastBackMs = Math.max(0, ...backMs);
  const worst = Math.max(p99Ms / goals.p99Ms, lastBackMs / goals.backMs);
  const { missed, doubled, foreign, delivered } = verdict;
  return {
    name: 'live',
    ratio: round(worst),
    goal: 1,
    ok: worst <= 1 && missed + doubled + foreign === 0 && backMs.length === readersOfKilled,
    detail: {
      'p50 ms': round(quantile(calm, 0.5)),
      'p99 ms': round(p99Ms),
      'goal p99 ms': goals.p99Ms,
      'bare p50 ms': round(quantile(bareCalm, 0.5)),
      'bare p99 ms': round(quantile(bareCalm, 0.99)),
      'p99 to bare': round(p99Ms / quantile(bareCalm, 0.99)),
      'p99 ms from the kill on': round(quantile(upset, 0.99)),
      'bare p99 ms from the kill on': round(quantile(waitsOf(bare, killedAt), 0.99)),
      'readers whose gateway was killed': readersOfKilled,
      'streams that came back': backMs.length,
      'ms until the last of them was back': lastBackMs,
      'goal ms until back': goals.backMs,
      'streams refused': reports.reduce((sum, { refusals }) => sum + refusals, 0),
      'versions missed': missed,
      'versions doubled': doubled,
      'versions of others': foreign,
      delivered,
      readers: reports.length,
    },
  };
}

/** The waits for versions that were written in a period. */
const waitsOf = ({ waits }: Verdict, from: number, to = Infinity): number[] =>
  waits.filter(({ writtenAt }) => writtenAt >= from && writtenAt < to).map(({ ms }) => ms);
