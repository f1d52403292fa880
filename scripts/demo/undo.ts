import {
  createMigration,
  runPlan,
  undoMigration,
  type Connection,
  type Migration,
  type MigrationType,
} from '@ridgeline/contracts';
import type { ApiSession, Product } from '@ridgeline/devstack';
import type { SimulatorControl } from '@ridgeline/testkit';
import { actByHand } from '../../tests/chaos/following/by-hand.ts';
import { handActs } from '../../tests/chaos/following/following-plan.ts';
import { planProblems } from '../../tests/chaos/following/plan-problems.ts';
import { recordsOf, sparedIn } from '../../tests/chaos/following/record-list.ts';
import { undoProblems } from '../../tests/chaos/following/undo-problems.ts';
import { portalState } from '../../tests/support/portal-state.ts';
import { migrate } from './migrate.ts';

/** What showing an undo needs. */
export interface UndoPlace {
  readonly product: Product;
  readonly session: ApiSession;
  readonly connection: Connection;
  readonly control: SimulatorControl;
  readonly portalId: number;
  readonly type: MigrationType;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * A dry run, the run of its plan, changes by hand, and the undo. Returns whether HubSpot was unchanged after the dry run,
 * received exactly what the plan showed, and is as before at the end, except for what is reported as spared.
 */
export async function showUndo({
  product,
  session,
  connection,
  type: list,
  ...portal
}: UndoPlace): Promise<boolean> {
  const { control, portalId } = portal;
  const done = async (started: Promise<Migration>): Promise<Migration> => {
    const migration = await migrate(product, session, await started, { kill: false });
    if (migration?.status !== 'completed') throw new Error('It did not complete');
    return migration;
  };
  const recordsOfRun = ({ id }: Migration) => recordsOf({ company: { session }, id, list });
  const idOf = ({ id }: Migration) => ({ params: { id: String(id) } });

  const before = await portalState({ control, portalId });
  const body = {
    connectionId: connection.id,
    migrationType: list,
    includeNoEmailContacts: true,
    dryRun: true,
  };
  const dryRun = await done(session.callPatiently(createMigration, { body }));
  const shown = await recordsOfRun(dryRun);
  const unwritten = await portalState({ control, portalId });
  print(
    `SHOWN ${String(dryRun.createdCount)} would be created, ${String(Object.keys(unwritten).length - Object.keys(before).length)} records came to HubSpot`,
  );

  const run = await done(session.callPatiently(runPlan, idOf(dryRun)));
  const written = await recordsOfRun(run);
  const ran = { shown, ran: written, before, after: await portalState({ control, portalId }), isWhole: true };
  const steps = handActs.map((act, place) => ({ act, at: place / handActs.length }));
  const touches = await actByHand({ control, portalId }, written, steps);
  for (const { key, did } of touches) print(`BY HAND ${did}: ${key}`);

  const handed = await portalState({ control, portalId });
  const undo = await done(session.callPatiently(undoMigration, { ...idOf(run), body: { dryRun: false } }));
  const spared = sparedIn(await recordsOfRun(undo));
  for (const { name, message } of spared) print(`SPARED ${name}: ${message}`);
  const after = await portalState({ control, portalId });
  const problems = [...planProblems(ran), ...undoProblems({ before, handed, after, touches, spared })];
  for (const problem of problems.slice(0, 20)) print(`DIFFERENCE ${problem}`);
  print(
    `UNDONE ${String(undo.removedCount)} removed, ${String(spared.length)} spared, ${String(Object.keys(before).length)} records and associations before, ${String(Object.keys(after).length)} after`,
  );
  return problems.length === 0 && Object.keys(unwritten).length === Object.keys(before).length;
}
