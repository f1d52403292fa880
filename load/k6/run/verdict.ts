import { barsOf, checksOf, type LoadSummary } from '../portable/load-summary.ts';

/** The result of a load run, as its last line reports it. */
export interface LoadVerdict {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Checks a run against its thresholds. A run without a completed round fails, even within its thresholds. */
export function checkLoad(profile: string, exitCode: number, summary: LoadSummary): LoadVerdict {
  const { metrics, root_group, state } = summary;
  const missed = barsOf(summary).filter(({ ok }) => !ok);
  const failed = checksOf(root_group).filter(({ fails }) => fails > 0);
  const requests = metrics['http_reqs']?.values['count'] ?? 0;
  const finished = metrics['finished']?.values['passes'] ?? 0;
  const p95 = (metric: string): number | undefined => {
    const ms = metrics[metric]?.values['p(95)'];
    return ms === undefined ? undefined : Math.round(ms);
  };
  return {
    name: `load ${profile}`,
    ok: exitCode === 0 && finished > 0 && missed.length === 0,
    detail: {
      seconds: Math.round(state.testRunDurationMs / 1_000),
      rounds: finished,
      requests,
      'failed requests': Math.round((metrics['http_req_failed']?.values['rate'] ?? 0) * requests),
      'request p95 ms': p95('http_req_duration'),
      'first update p95 ms': p95('first_update'),
      'updates heard': metrics['updates']?.values['count'],
      'bars missed': missed.map(({ bar }) => bar),
      'checks failed': failed.map(({ name, fails }) => `${name} (${String(fails)} times)`),
      ...(exitCode === 0 || exitCode === barsMissed ? {} : { 'exit code of k6': exitCode }),
    },
  };
}

/** The code with which k6 exits when a threshold was missed. */
const barsMissed = 99;
