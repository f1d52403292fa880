import { retryMigration, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import type { WatchedMigration } from '../disturbing/watched-migration.ts';
import type { SourceListName } from '@ridgeline/testkit';
import type { Way } from '../disturbing/disturbance.ts';
import { goThrough } from '../disturbing/go-through.ts';
import { followingProblems } from './following-problems.ts';
import { recordsOf } from './record-list.ts';

/** Lets HubSpot reject the creation and change of some source records, until faults are cleared. */
export async function rejectSome({ company, list }: Listed, count: number): Promise<void> {
  const { control, user } = company;
  const ids = await control.sourceIds(user.companyId, list);
  const step = Math.max(1, Math.floor(ids.length / Math.max(1, count)));
  const sourceIds = ids.filter((_, place) => place % step === 0).slice(0, count);
  const effect = { kind: 'refuse-records', sourceIds };
  await control.addFault({ vendor: 'hubspot', companyId: user.companyId, effect });
}

type Listed = Pick<WatchedMigration, 'company'> & { readonly list: SourceListName };

/** A retry that is over. */
export interface Retried {
  readonly id: number;
  readonly problems: readonly string[];
}

/** Retries what failed in an ended migration, with no fault left; null where nothing did. */
export async function retryChecked(
  product: Product,
  failed: Listed & { readonly migration: Migration },
  way: Way,
): Promise<Retried | null> {
  const { company, list, migration } = failed;
  if (migration.errorCount === 0) return null;
  const { id } = await company.session.callPatiently(retryMigration, {
    params: { id: String(migration.id) },
    body: { dryRun: false, outcome: 'failed' },
  });
  const retry = await goThrough(product, { company, id, list }, way);
  const isFailed = new Set(
    (await recordsOf({ company, id: migration.id, list })).flatMap(({ outcome, sourceId }) =>
      outcome === 'failed' ? sourceId : [],
    ),
  );
  const own = (await recordsOf({ company, id, list })).filter(({ kind }) => `${kind}s` === list);
  const problems = [
    ...followingProblems(retry),
    ...(retry.processedCount === migration.errorCount
      ? []
      : [`${String(migration.errorCount)} failed, ${String(retry.processedCount)} were retried`]),
    ...own.flatMap(({ sourceId }) => (isFailed.has(sourceId) ? [] : [`${sourceId} had not failed`])),
  ];
  return { id, problems: problems.map((problem) => `the retry: ${problem}`) };
}
