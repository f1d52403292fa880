import { openDatabase, urlOf } from '@ridgeline/postgres';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { sweepIdleConnections } from './sweeps/idle-connections.ts';
import { findLostEdit } from './sweeps/lost-edit.ts';
import { benchmarkKeys } from './sweeps/seeded-connections.ts';

const whole = { connections: 1_000, contacts: 100_000, settleMs: 20_000, measureMs: 120_000 };

/**
 * What sweeps cost and find. First many idle connections: what orchestrator, worker and connection service take of a core for
 * them, and whether each key and the address stay within the shares of sweeps. Then one edit of a large company that no event
 * reported: how many calls find it. The limit of that one's key is ten times AccuLynx', so that it takes ten minutes; the minutes
 * that it would take are the calls at the pace of AccuLynx' limit.
 */
export async function run(sizes = whole): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'sweeps', { env: { MASTER_KEYS: benchmarkKeys } });
  const adminUrl = urlOf(product.servers.postgres.adminUrl, { database: 'ridgeline' });
  const db = resources.use(openDatabase({ url: adminUrl, applicationName: 'sweeps', max: 2 }));
  const idle = await sweepIdleConnections(product, db, sizes);
  const edit = await findLostEdit(product, db, sizes.contacts);
  return {
    name: 'sweeps',
    ratio: edit.ratio,
    goal: edit.goal,
    ok: idle.ok && edit.ok,
    detail: { ...idle.detail, ...edit.detail },
  };
}
