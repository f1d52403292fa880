import type { Throughput } from '@ridgeline/contracts';
import type { CountedRun } from './throughput-store.postgres.ts';

/** The maximum number of stretches in which a run is shown. */
const maxStretches = 60;

/** Convenient lengths, in seconds; a longer run uses a multiple of the last one. */
const steps = [2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600] as const;
const maxStep = 3_600;

/** The length of a stretch, in ms, for a run of this duration. It grows a few times over the life of a run at most. */
export function stepFor(runMs: number): number {
  const needed = runMs / 1_000 / maxStretches;
  const seconds = steps.find((step) => step >= needed) ?? Math.ceil(needed / maxStep) * maxStep;
  return seconds * 1_000;
}

/** A migration's speed, now and over time: its own records counted in each stretch, and in the last seconds. */
export function throughputOf(run: CountedRun): Throughput {
  const { started_at, until, at, step_ms, records, first_at, recent } = run;
  const runMs = started_at === null ? 0 : Math.max(0, until.getTime() - started_at.getTime());
  const stepMs = stepFor(runMs);
  const told = { at: at.toISOString(), stepMs };
  if (started_at === null || step_ms === null || records === null || first_at === null)
    return { ...told, from: null, records: [], recent: null };
  return {
    ...told,
    from: started_at.toISOString(),
    records: inStretches(records, step_ms, { stepMs, runMs }),
    recent: recentOf(recent ?? {}, { at: at.getTime(), first: first_at.getTime() }),
  };
}

/** Merges stretches into longer ones, as many as the run has. */
function inStretches(
  kept: readonly number[],
  keptMs: number,
  { stepMs, runMs }: { readonly stepMs: number; readonly runMs: number },
): number[] {
  const last = Math.max(0, Math.ceil(runMs / stepMs) - 1);
  const records = Array.from({ length: last + 1 }, () => 0);
  for (const [index, count] of kept.entries()) {
    const place = Math.min(last, Math.floor((index * keptMs) / stepMs));
    records[place] = (records[place] ?? 0) + count;
  }
  return records;
}

/** The current speed is measured over this many seconds. */
const recentSeconds = 15;

/** The records counted in the last whole seconds, and when these began. */
function recentOf(
  bySecond: Readonly<Record<string, number>>,
  { at, first }: { readonly at: number; readonly first: number },
): Throughput['recent'] {
  const from = Math.ceil(at / 1_000) - recentSeconds;
  const records = Object.entries(bySecond)
    .filter(([second]) => Number(second) >= from)
    .reduce((sum, [, count]) => sum + count, 0);
  return { since: new Date(Math.max(from * 1_000, first)).toISOString(), records };
}
