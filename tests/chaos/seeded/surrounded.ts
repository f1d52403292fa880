import type { Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { portalState } from '../../support/portal-state.ts';
import { rejectSome, retryChecked } from '../following/retried-after.ts';
import { dryRunChecked, planRunChecked, startPlan } from '../following/planned-before.ts';
import { undoChecked } from '../following/undone-after.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { create, type MigratingTenant, type Ready } from './migrating-tenant.ts';

/** A migration, with what happens before and after it. */
export interface Surrounded {
  readonly main: MigratingTenant;
  /** After the migration's end: checks its plan, retries its failed records and undoes it; returns the problems, in words. */
  readonly checkAround: (ended: Migration) => Promise<readonly string[]>;
}

/** Starts a plan's migration, either directly or as the run of a dry run's plan. */
export async function surrounded(product: Product, ready: Ready, plan: ChaosPlan): Promise<Surrounded> {
  const { following, batchSize, concurrency } = plan;
  const options = { batchSize, concurrency, delayMs: 0 };
  const begin = async (begun: Promise<Migration>): Promise<MigratingTenant> => ({
    ...ready,
    id: (await begun).id,
  });
  if (!following)
    return { main: await begin(create(ready, options)), checkAround: () => Promise.resolve([]) };

  const { company, load } = ready;
  const listed = { company, list: load.type };
  const { dryRun, rejected, retry, undos } = following;
  const planDry = () => create(ready, { ...options, dryRun: true });
  const dry = dryRun ? await dryRunChecked(product, { ...listed, start: planDry }, dryRun) : null;
  if (rejected > 0) await rejectSome(listed, rejected);
  const before = await portalState(company);
  const main = await begin(dry ? startPlan(dry) : create(ready, options));
  const shifts = [...(dryRun?.disturbances ?? []), ...plan.disturbances];
  const holdsStill = shifts.every(({ disturbance }) => disturbance.kind !== 'shift-source');

  const checkAround = async (ended: Migration): Promise<readonly string[]> => {
    const isWhole = ended.status === 'completed' && rejected === 0 && holdsStill;
    const planned = dry ? await planRunChecked(dry, { ...listed, id: main.id, before, isWhole }) : [];
    const retried = await retryChecked(product, { ...listed, migration: ended }, retry);
    const ids = [...(retried ? [retried.id] : []), main.id];
    const undone = undos.length > 0 ? await undoChecked(product, { ...listed, ids, before }, following) : [];
    return [...(dry?.problems ?? []), ...planned, ...(retried?.problems ?? []), ...undone];
  };
  return { main, checkAround };
}
