import type { Product, ServiceProcess } from '@ridgeline/devstack';
import { openDatabase, urlOf } from '@ridgeline/postgres';

const gauge = /^ridgeline_worker_active_runs(?:\{[^}]*\})? (\d+)/m;

/** How many runs a worker holds, according to its own metrics; 0 while it does not answer. */
async function activeRuns({ options }: ServiceProcess): Promise<number> {
  const answer = await fetch(options.readyUrl.replace('/readyz', '/metrics')).catch(() => null);
  return answer?.ok ? Number(gauge.exec(await answer.text())?.[1] ?? 0) : 0;
}

/** The worker that holds a run now, or null. */
export async function runHolder(product: Product): Promise<ServiceProcess | null> {
  for (const worker of product.processes('migration-worker'))
    if ((await activeRuns(worker)) > 0) return worker;
  return null;
}

/** The worker whose attempt at this migration is in progress, or null; others may hold runs of other companies. */
export async function holderOf(product: Product, migrationId: number): Promise<ServiceProcess | null> {
  const { postgres } = product.description.servers;
  await using db = openDatabase({
    url: urlOf(postgres, { database: 'ridgeline' }),
    applicationName: 'test',
    max: 1,
  });
  const attempt = await db.forSystem((tx) =>
    tx.maybeOne<{ pid: number }>(
      `select pid from migration.attempts where migration_id = $1 and ended_at is null order by epoch desc limit 1`,
      [migrationId],
    ),
  );
  return product.processes('migration-worker').find(({ pid }) => pid === attempt?.pid) ?? null;
}
