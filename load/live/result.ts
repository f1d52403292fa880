import type { BenchResult } from '../benchmark.ts';
import { round } from '../measuring/round.ts';
import { quantile } from '../measuring/statistics.ts';
import type { Verdict } from './judge.ts';
import type { ReaderReport } from './readers-task.ts';

const goals = { p99Ms: 150, backMs: 3_000 };

/** What was measured. */
export interface Measured {
  readonly verdict: Verdict;
  /** What came of the bare server's events. */
  readonly bare: Verdict;
  readonly reports: readonly ReaderReport[];
  /** In epoch milliseconds. */
  readonly killedAt: number;
  /** How many readers were at the gateway that was killed. */
  readonly readersOfKilled: number;
}

/** Waits decide until the kill; what it does to them afterwards is told. */
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

/** The waits for what was written in a time. */
const waitsOf = ({ waits }: Verdict, from: number, to = Infinity): number[] =>
  waits.filter(({ writtenAt }) => writtenAt >= from && writtenAt < to).map(({ ms }) => ms);
