import {
  chosenPageSize,
  isCreate,
  type AddedOptions,
  type BatchPlan,
  type ChosenRecord,
  type Claim,
  type IdentityQuestion,
  type LeaseState,
  type LookAlikes,
  type PlannedRecord,
  type RecordIdentity,
  type RunWait,
  type TakenKey,
  type WrittenRecord,
} from '@ridgeline/contracts/internal';
import { RunStopped } from '../../base/run-errors.ts';
import type { Orchestrator, Renewal, RunOffer } from '../orchestrator.ts';
import type { HeldRun, OpenValues, PlanConflicts, References } from '../record-ledger.ts';
import type { PlanToStore } from '../../plans/planned-record.ts';
import { FakeDeferredValues, type FakeOutcome } from './fake-deferred-values.ts';
import { FakeReferences } from './fake-references.ts';

/** An orchestrator in memory: what was reported to it, and what it answers. */
export class FakeOrchestrator implements Orchestrator {
  /** Every plan, in the order of storing. */
  readonly stored: PlanToStore[] = [];
  /** By source id: AccuLynx gives no two of its records the same id, whatever their kind. */
  readonly links = new Map<string, string>();
  /** What was counted, by batch. */
  readonly outcomes = new Map<number, readonly FakeOutcome[]>();
  readonly released: { run: HeldRun; wait: RunWait | undefined }[] = [];
  /** How many renewals were requested, including unanswered ones. */
  attempts = 0;
  readonly renewals: { freeSlots: number; runs: readonly HeldRun[] }[] = [];
  /** Granted claims by migration; each is granted once. */
  readonly claims = new Map<number, Claim>();
  /** What a retry copies. */
  chosen: readonly ChosenRecord[] = [];
  /** The plan of the dry run that the run follows on. */
  followed: readonly PlannedRecord[] = [];
  /** What the undone migration wrote, by kind. */
  readonly written = new Map<string, readonly WrittenRecord[]>();
  /** The reported look-alikes of HubSpot records. */
  readonly lookAlikes: LookAlikes[] = [];
  /** The options reported as added, or as to be added by a migration. */
  readonly addedOptions: AddedOptions[] = [];
  offers: readonly RunOffer[] = [];
  isWorkOpen = true;
  state: LeaseState = 'held';
  uncounted = 0;
  /** When set, the orchestrator does not answer. */
  unreachable = false;
  /** When set, requests for plans and identities fail with it. */
  stopped: 'lost' | 'cancelled' | null = null;
  /** The conflicts with which the next plans are refused, one after the other. */
  conflicts: Partial<PlanConflicts>[] = [];
  beforeStore: (plan: BatchPlan) => Promise<void> = () => Promise.resolve();
  // The following maps are per kind: its name is the prefix of the id, or of the value.
  readonly #values = new Map<string, string>();
  readonly #hubspotIds = new Map<string, string>();
  readonly #batchOf = new Map<string, number>();
  readonly #deferred = new FakeDeferredValues(this.#values);
  readonly #references = new FakeReferences(this.links);

  claim({ runId }: RunOffer): Promise<Claim | null> {
    this.#answering();
    const claim = this.claims.get(runId) ?? null;
    this.claims.delete(runId);
    return Promise.resolve(claim);
  }

  renew(freeSlots: number, runs: readonly HeldRun[]): Promise<Renewal<RunOffer>> {
    this.attempts += 1;
    if (this.unreachable) return Promise.reject(new Error('unreachable'));
    this.renewals.push({ freeSlots, runs: [...runs] });
    const { state, uncounted, offers, isWorkOpen } = this;
    this.offers = [];
    const states = runs.map(({ runId }) => ({ runId, state, uncounted }));
    return Promise.resolve({ runs: states, offers, isWorkOpen });
  }

  release(run: HeldRun, wait?: RunWait): Promise<void> {
    this.released.push({ run, wait });
    return Promise.resolve();
  }

  chosenRecords(_run: HeldRun, after: number): ReturnType<Orchestrator['chosenRecords']> {
    this.#answering();
    const records = this.chosen.slice(after, after + chosenPageSize);
    const [total, end] = [this.chosen.length, after + records.length];
    return Promise.resolve({ records, total, next: end < total ? end : null });
  }

  followedPlan(
    _run: HeldRun,
    _kind: string,
    sourceIds: readonly string[],
  ): ReturnType<Orchestrator['followedPlan']> {
    this.#answering();
    return Promise.resolve(this.followed.filter(({ sourceId }) => sourceIds.includes(sourceId)));
  }

  writtenRecords(_run: HeldRun, kind: string): ReturnType<Orchestrator['writtenRecords']> {
    this.#answering();
    const records = this.written.get(kind) ?? [];
    return Promise.resolve({ records, total: records.length, next: null });
  }

  undoneRecords(_run: HeldRun, hubspotIds: readonly string[]): ReturnType<Orchestrator['undoneRecords']> {
    this.#answering();
    const kinds = new Map(this.stored.map(({ batch, kind }) => [batch, kind]));
    const records = [...this.outcomes].flatMap(([batch, outcomes]) =>
      outcomes.flatMap(({ outcome, hubspotId }) =>
        hubspotId !== null &&
        hubspotIds.includes(hubspotId) &&
        (outcome === 'removed' || outcome === 'skipped')
          ? { kind: kinds.get(batch) ?? '', hubspotId, outcome }
          : [],
      ),
    );
    return Promise.resolve({ settled: true, records });
  }

  plannedNew(_run: HeldRun, kind: string): ReturnType<Orchestrator['plannedNew']> {
    this.#answering();
    const records = this.stored.flatMap((plan) => (plan.kind === kind ? plan.records.filter(isCreate) : []));
    return Promise.resolve({ settled: true, records, next: null });
  }

  reportLookAlikes(_run: HeldRun, _kind: string, records: readonly LookAlikes[]): Promise<void> {
    this.#answering();
    this.lookAlikes.push(...records);
    return Promise.resolve();
  }

  reportAddedOptions(_run: HeldRun, added: AddedOptions): Promise<void> {
    this.#answering();
    this.addedOptions.push(added);
    return Promise.resolve();
  }

  resolveIdentities(
    _run: HeldRun,
    kind: string,
    records: readonly IdentityQuestion[],
  ): Promise<readonly RecordIdentity[]> {
    this.#answering();
    return Promise.resolve(
      records.map(({ sourceId, key }) => {
        const owner = key === null ? null : (this.#values.get(`${kind} ${key}`) ?? null);
        return {
          sourceId,
          hubspotId: this.links.get(sourceId) ?? null,
          keyTakenBy: owner === sourceId ? null : owner,
          seenInBatch: this.#batchOf.get(`${kind} ${sourceId}`) ?? null,
        };
      }),
    );
  }

  async storePlan(_run: HeldRun, plan: PlanToStore): Promise<PlanConflicts> {
    await this.beforeStore(plan);
    this.#answering();
    const conflicts = this.conflicts.shift();
    if (conflicts) return { taken: [], outdated: [], inUse: false, ...conflicts };
    return { taken: this.#storeUnlessTaken(plan), outdated: [], inUse: false };
  }

  /** Returns the keys that are taken; if there are any, nothing is stored. */
  #storeUnlessTaken(plan: PlanToStore): readonly TakenKey[] {
    const taken = plan.pass === 'settle' ? [] : plan.records.flatMap((record) => this.#takenOf(plan, record));
    if (taken.length > 0) return taken;
    this.stored.push(plan);
    this.#deferred.planned(plan);
    this.#references.planned(plan);
    if (plan.pass === 'settle') return [];
    for (const record of plan.records) {
      this.#batchOf.set(`${plan.kind} ${record.sourceId}`, plan.batch);
      for (const { holders, key } of this.#keysOf(record))
        holders.set(`${plan.kind} ${key}`, record.sourceId);
    }
    return [];
  }

  openValues(_run: HeldRun, kind: string): Promise<OpenValues> {
    this.#answering();
    const { settled } = this.#deferred;
    return Promise.resolve({ settled, values: this.#deferred.open(kind), next: null });
  }

  references(_run: HeldRun, kind: string, after: number): Promise<References> {
    this.#answering();
    return Promise.resolve(this.#references.page(kind, after));
  }

  /** The claim of a worker that continues a migration of this kind. */
  claimFor(ownKind: string): Pick<Claim, 'cursor' | 'nextBatch' | 'plannedRecords' | 'unfinished'> {
    const latest = [...new Map(this.stored.map((plan) => [plan.batch, plan])).values()];
    const own = latest.filter(({ kind, pass }) => kind === ownKind && pass === 'records');
    return {
      cursor: latest.at(-1)?.cursor ?? null,
      nextBatch: latest.length + 1,
      plannedRecords: own.reduce((sum, { records }) => sum + records.length, 0),
      unfinished: latest.filter(({ batch }) => !this.outcomes.has(batch)),
    };
  }

  /** A batch was reported and is counted. */
  counted(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.outcomes.set(batch, outcomes);
    this.#deferred.done(batch, outcomes);
    this.#references.done(batch, outcomes);
  }

  #keysOf(record: PlannedRecord) {
    const keys: { kind: TakenKey['kind']; key: string; holders: Map<string, string> }[] = [];
    if (record.key) keys.push({ kind: 'key', key: record.key, holders: this.#values });
    if ('hubspotId' in record)
      keys.push({ kind: 'hubspot_id', key: record.hubspotId, holders: this.#hubspotIds });
    return keys;
  }

  #takenOf({ kind: ofKind }: BatchPlan, record: PlannedRecord): TakenKey[] {
    const { sourceId } = record;
    return this.#keysOf(record).flatMap(({ kind, key, holders }) => {
      const takenBy = holders.get(`${ofKind} ${key}`) ?? sourceId;
      return takenBy === sourceId ? [] : [{ kind, key, sourceId, takenBy }];
    });
  }

  #answering(): void {
    if (this.unreachable) throw new Error('unreachable');
    if (this.stopped) throw new RunStopped(this.stopped);
  }
}
