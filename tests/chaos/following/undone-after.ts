import { ApiError, undoMigration, type RecordChanges } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import type { SourceListName, TestCompany } from '@ridgeline/testkit';
import { portalState, type PortalState } from '../../support/portal-state.ts';
import { goThrough } from '../disturbing/go-through.ts';
import { actByHand } from './by-hand.ts';
import { followingProblems } from './following-problems.ts';
import type { Following } from './following-plan.ts';
import { recordsOf, sparedIn } from './record-list.ts';
import { undoProblems } from './undo-problems.ts';

/** What is undone: migrations of a company, the last one first. */
export interface Undone {
  readonly company: TestCompany;
  readonly list: SourceListName;
  readonly ids: readonly number[];
  /** The portal before the first of them. */
  readonly before: PortalState;
}

/**
 * Lets users change what migrations wrote, and undoes the migrations, each by two concurrent calls. The portal must be as
 * it was before, except for what is reported as spared.
 */
export async function undoChecked(
  product: Product,
  { company, list, ids, before }: Undone,
  { byHand, undos }: Pick<Following, 'byHand' | 'undos'>,
): Promise<string[]> {
  const written = await Promise.all(ids.map((id) => recordsOf({ company, id, list })));
  const touches = await actByHand(company, written.flat(), byHand);
  const handed = await portalState(company);
  const problems: string[] = [];
  const told: RecordChanges[] = [];
  for (const id of ids)
    for (const way of undos) {
      const undo = await undoneOnce(company, id);
      if (typeof undo !== 'number') {
        problems.push(...undo);
        continue;
      }
      const migration = await goThrough(product, { company, id: undo, list }, way);
      problems.push(...followingProblems(migration, way.cancelAt !== null));
      told.push(...(await recordsOf({ company, id: undo, list })));
      if (migration.status === 'completed') break;
    }
  const evidence = { before, handed, after: await portalState(company), touches, spared: sparedIn(told) };
  return [...problems, ...undoProblems(evidence)].map((problem) => `the undo: ${problem}`);
}

/** Starts an undo by two concurrent calls, one of which must be rejected; returns its id, or the problems. */
async function undoneOnce({ session }: TestCompany, id: number): Promise<number | readonly string[]> {
  const undo = () =>
    session.callPatiently(undoMigration, { params: { id: String(id) }, body: { dryRun: false } });
  const both = await Promise.allSettled([undo(), undo()]);
  const started = both.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
  const codes = both.flatMap((one) =>
    one.status === 'rejected' ? (one.reason instanceof ApiError ? one.reason.code : String(one.reason)) : [],
  );
  const [only, ...others] = started;
  if (only === undefined)
    return codes.every((code) => code === 'migration.nothing_to_undo')
      ? []
      : [`it cannot begin: ${codes.join()}`];
  return others.length > 0 ? [`it began ${String(started.length)} times`] : only;
}
