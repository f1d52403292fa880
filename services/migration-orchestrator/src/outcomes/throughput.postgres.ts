import type { Throughput } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { stepFor } from './throughput-step.ts';

/** So far back the present pace is taken. */
const recentMs = 15_000;

/** When a run began, and until when it went, or goes. */
interface Run {
  readonly kind: string;
  readonly started_at: Date | null;
  readonly until: Date;
  readonly at: Date;
}

/** Records of the batches that were counted in one stretch of a run. */
interface Stretch {
  readonly place: number;
  readonly records: number;
}

/** What is known of the batches of the last seconds. */
interface Recent {
  readonly since: Date;
  readonly records: number;
}

/** Batches that hold the migration's own records and were counted. A second pass counts none of them again. */
const counted = `from batches where migration_id = $1 and kind = $2 and pass = 'records' and done_at is not null`;

/** How fast a migration is and was, from the batches that it counted; these are kept as long as its log is. */
export async function readThroughput(tx: Tx, migrationId: number): Promise<Throughput> {
  const { kind, started_at, until, at } = await tx.one<Run>(
    `select kind, started_at, coalesce(completed_at, now()) as until, now() as at from migrations where id = $1`,
    [migrationId],
  );
  const runMs = started_at === null ? 0 : Math.max(0, until.getTime() - started_at.getTime());
  const stepMs = stepFor(runMs);
  // Its last batch may be counted shortly after a run was cancelled: then it belongs to the last stretch.
  const last = Math.max(0, Math.ceil(runMs / stepMs) - 1);
  const stretches = await tx.query<Stretch>(
    `select least($5, greatest(0, floor(extract(epoch from done_at - $3) * 1000 / $4)))::integer as place,
       sum(record_count)::integer as records ${counted} group by 1`,
    [migrationId, kind, started_at, stepMs, last],
  );
  const recent = await tx.maybeOne<Recent>(
    `select greatest(now() - $3 * interval '1 millisecond', first) as since,
       (select coalesce(sum(record_count), 0)::integer ${counted}
        and done_at > greatest(now() - $3 * interval '1 millisecond', first)) as records
     from (select min(done_at) as first ${counted}) f where first is not null`,
    [migrationId, kind, recentMs],
  );
  const records = new Map(stretches.map((stretch) => [stretch.place, stretch.records]));
  return {
    at: at.toISOString(),
    from: started_at === null || records.size === 0 ? null : started_at.toISOString(),
    stepMs,
    records:
      records.size === 0 ? [] : Array.from({ length: last + 1 }, (_, place) => records.get(place) ?? 0),
    recent: recent ? { since: recent.since.toISOString(), records: recent.records } : null,
  };
}
