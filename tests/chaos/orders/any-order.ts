import {
  runPlan,
  undoMigration,
  type Connection,
  type Migration,
  type RecordChanges,
} from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { isDeepStrictEqual } from 'node:util';
import { portalState, type PortalState } from '../../support/portal-state.ts';
import type { Way } from '../disturbing/disturbance.ts';
import { goThrough } from '../disturbing/go-through.ts';
import { actByHand } from '../following/by-hand.ts';
import { followingProblems } from '../following/following-problems.ts';
import { rejectSome, retryChecked } from '../following/retried-after.ts';
import { isWritten, recordsOf, sparedIn } from '../following/record-list.ts';
import { undoProblems, type Touch } from '../following/undo-problems.ts';
import type { Act } from './draw-order.ts';
import { linkProblems } from './links.ts';

const list = 'jobs';
const calm: Way = { disturbances: [], cancelAt: null };
const paused: Way = {
  disturbances: [{ at: 0.3, disturbance: { kind: 'pause', forMs: 300 } }],
  cancelAt: null,
};

/** A migration that wrote records, preceded in `ids` by its retry if there was one, and the portal's state before both. */
interface Wrote {
  readonly ids: readonly number[];
  readonly before: PortalState;
  /** What users have done by hand since then. */
  readonly touches: Touch[];
}

/** A company whose users act in any order; checks the invariants after each act. */
export class AnyOrder {
  readonly #product: Product;
  readonly #company: TestCompany;
  readonly #connection: Connection;
  /** The migrations that can be undone, the last one first. */
  #wrote: readonly Wrote[] = [];
  #plan: number | null = null;
  #undo: number | null = null;
  #changes = 0;

  private constructor(product: Product, company: TestCompany, connection: Connection) {
    this.#product = product;
    this.#company = company;
    this.#connection = connection;
  }

  /** Runs these acts in a new company; returns what was wrong after each, in words. */
  static async of(product: Product, acts: readonly Act[]): Promise<readonly string[]> {
    const company = await newTestCompany(product.description, { contacts: 60, jobs: 40 });
    const order = new AnyOrder(product, company, await company.connect());
    const problems: string[] = [];
    for (const act of acts) problems.push(...(await order.#act(act)));
    return problems;
  }

  async #act(act: Act): Promise<readonly string[]> {
    const problems = [...(await this.#acts[act]()), ...(await linkProblems(this.#product, this.#company))];
    return problems.map((problem) => `${act}: ${problem}`);
  }

  readonly #acts: Readonly<Record<Act, () => Promise<readonly string[]>>> = {
    'dry run': () => this.#dryRun(),
    'run of the last plan': async () => {
      const { session } = this.#company;
      const plan = this.#plan;
      if (plan === null) return [];
      return this.#write(() => session.callPatiently(runPlan, { params: { id: String(plan) } }));
    },
    migration: () => this.#write(() => this.#migration()),
    'paused migration': () => this.#write(() => this.#migration(), paused),
    'rejected migration and its retry': () => this.#retried(),
    undo: () => this.#undone(),
    'undo of the last undo': async () => {
      const undo = this.#undo;
      if (undo === null) return [];
      this.#undo = null;
      return this.#write(() => this.#undoOf(undo));
    },
    'changes in AccuLynx': async () => {
      const { control, user } = this.#company;
      const jobs = await control.sourceJobs(user.companyId);
      this.#changes += 1;
      for (const { id } of jobs.slice(this.#changes, this.#changes + 5))
        await control.changeSourceJob(user.companyId, id, { jobName: `Changed ${String(this.#changes)}` });
      await control.insertIntoSource(user.companyId, list, { count: 2 });
      return [];
    },
    'changes by hand in HubSpot': async () => {
      const [last] = this.#wrote;
      if (!last) return [];
      const steps = (['change', 'note', 'use'] as const).map((step, place) => ({ act: step, at: place / 3 }));
      last.touches.push(...(await actByHand(this.#company, await this.#recordsOf(last), steps)));
      return [];
    },
  };

  #migration(options: { dryRun?: true } = {}): Promise<Migration> {
    return this.#company.startMigration(this.#connection, {
      migrationType: list,
      delayMs: 0,
      batchSize: 20,
      ...options,
    });
  }

  async #dryRun(): Promise<readonly string[]> {
    const before = await portalState(this.#company);
    const migration = await this.#ended(await this.#migration({ dryRun: true }));
    this.#plan = migration.id;
    const isSame = isDeepStrictEqual(before, await portalState(this.#company));
    return [...followingProblems(migration), ...(isSame ? [] : ['the portal is another one after it'])];
  }

  async #write(start: () => Promise<Migration>, way = calm): Promise<readonly string[]> {
    const before = await portalState(this.#company);
    const migration = await this.#ended(await start(), way);
    this.#wrote = [{ ids: [migration.id], before, touches: [] }, ...this.#wrote];
    return followingProblems(migration);
  }

  async #retried(): Promise<readonly string[]> {
    const listed = { company: this.#company, list } as const;
    await rejectSome(listed, 3);
    const before = await portalState(this.#company);
    const migration = await this.#ended(await this.#migration());
    await this.#company.control.clearFaults();
    const retry = await retryChecked(this.#product, { ...listed, migration }, calm);
    const ids = [...(retry ? [retry.id] : []), migration.id];
    this.#wrote = [{ ids, before, touches: [] }, ...this.#wrote];
    return retry?.problems ?? [];
  }

  /**
   * Undoes the last migration that wrote. If something was spared, the portal is not exactly as before, so no earlier
   * migration is undone.
   */
  async #undone(): Promise<readonly string[]> {
    const [last, ...others] = this.#wrote;
    if (!last) return [];
    const handed = await portalState(this.#company);
    const problems: string[] = [];
    const told: RecordChanges[] = [];
    for (const id of last.ids) {
      if (!(await this.#records(id)).some(isWritten)) continue;
      const undo = await this.#ended(await this.#undoOf(id));
      this.#undo = undo.id;
      problems.push(...followingProblems(undo));
      told.push(...(await this.#records(undo.id)));
    }
    const spared = sparedIn(told);
    this.#wrote = spared.length > 0 ? [] : others;
    const { before, touches } = last;
    const after = await portalState(this.#company);
    return [...problems, ...undoProblems({ before, handed, after, touches, spared })];
  }

  #undoOf(id: number): Promise<Migration> {
    const call = { params: { id: String(id) }, body: { dryRun: false } };
    return this.#company.session.callPatiently(undoMigration, call);
  }

  #ended({ id }: Migration, way = calm): Promise<Migration> {
    return goThrough(this.#product, { company: this.#company, id, list }, way);
  }

  async #recordsOf({ ids }: Wrote): Promise<readonly RecordChanges[]> {
    return (await Promise.all(ids.map((id) => this.#records(id)))).flat();
  }

  #records(id: number): Promise<readonly RecordChanges[]> {
    return recordsOf({ company: this.#company, id, list });
  }
}
