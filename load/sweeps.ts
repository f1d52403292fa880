import { openDatabase, urlOf } from '@ridgeline/postgres';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { sweepIdleConnections } from './sweeps/idle-connections.ts';
import { findLostEdit } from './sweeps/lost-edit.ts';
import { benchmarkKeys } from './sweeps/seeded-connections.ts';

const whole = { connections: 1_000, contacts: 100_000, settleMs: 20_000, measureMs: 120_000 };

/**
 * What sweeps cost and find. First, many idle connections: how much of a core do the orchestrator, worker and connection
 * service use for them, and do each key and the address stay within the sweeps' shares? Then, one edit in a large company
 * that no event reported: how many calls find it? That company's key has ten times AccuLynx' limit, so that the search
 * takes ten minutes; the reported minutes are its calls at AccuLynx' real limit.
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
