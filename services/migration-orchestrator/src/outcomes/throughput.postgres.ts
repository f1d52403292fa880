import type { Throughput } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { stepFor } from './throughput-step.ts';

/** So far back the present pace is taken. */
const recentSeconds = 15;

/** When a run began, until when it went, or goes, and what was counted of it; nulls before its first batch. */
interface Run {
  readonly started_at: Date | null;
  readonly until: Date;
  readonly at: Date;
  readonly step_ms: number | null;
  readonly records: readonly number[] | null;
  readonly first_at: Date | null;
  /** Records by the second, since 1970. */
  readonly recent: Readonly<Record<string, number>> | null;
}

/** How fast a migration is and was, from what was counted of its own records as it went (`countPace`): one row of each. */
export async function readThroughput(tx: Tx, migrationId: number): Promise<Throughput> {
  const { started_at, until, at, step_ms, records, first_at, recent } = await tx.one<Run>(
    `select m.started_at, coalesce(m.completed_at, now()) as until, now() as at, t.step_ms, t.records, t.first_at, t.recent
     from migrations m left join throughputs t on t.migration_id = m.id where m.id = $1`,
    [migrationId],
  );
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

/** Stretches of one length put together to those of a longer one, as many as the run has. */
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

/** Records of the whole seconds within the last ones, and when these began. */
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
