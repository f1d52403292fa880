import type { BatchPlan, OpenValue, PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';

/** What is reported of one record to the fake orchestrator. */
export type FakeOutcome = Pick<ReportedOutcome, 'sourceId' | 'outcome' | 'hubspotId'> &
  Partial<Pick<ReportedOutcome, 'name' | 'reason' | 'message'>>;

interface Deferred extends Omit<OpenValue, 'hubspotId'> {
  readonly kind: string;
  state: 'open' | 'given' | 'refused';
  givenIn: number | null;
}

/** The deferred values of one run in memory, by the rules of the orchestrator's table. */
export class FakeDeferredValues {
  readonly #holders: ReadonlyMap<string, string>;
  readonly #deferred: Deferred[] = [];
  readonly #outcomes = new Map<string, FakeOutcome>();
  readonly #unfinished = new Set<number>();

  /** `holders` maps each value, prefixed with its kind, to the first record that wanted it. */
  constructor(holders: ReadonlyMap<string, string>) {
    this.#holders = holders;
  }

  planned({ batch, revision, kind, records, pass }: BatchPlan): void {
    this.#unfinished.add(batch);
    for (const record of records) {
      const { sourceId, deferred } = record;
      if (!deferred) continue;
      if (pass !== 'settle') this.#add({ kind, sourceId, ...deferred, putBack: false });
      if (pass !== 'settle' || revision > 1) continue;
      const { property, name } = deferred;
      const value = writtenValue(record, property);
      const before = record.action === 'update' ? record.before[property] : null;
      if (value === '' && before)
        this.#add({ kind, sourceId, property, name, value: before, properties: {}, putBack: true });
      for (const one of this.#deferred)
        if (one.sourceId === sourceId && one.value === value) one.givenIn = batch;
    }
  }

  done(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.#unfinished.delete(batch);
    const written = (id: string) =>
      outcomes.some(({ sourceId, outcome }) => sourceId === id && ['created', 'updated'].includes(outcome));
    for (const one of this.#deferred)
      if (one.givenIn === batch) one.state = written(one.sourceId) ? 'given' : 'refused';
    for (const outcome of outcomes)
      if (!this.#outcomes.has(outcome.sourceId)) this.#outcomes.set(outcome.sourceId, outcome);
  }

  get settled(): boolean {
    return this.#unfinished.size === 0 || this.#deferred.every(({ state }) => state !== 'open');
  }

  open(kind: string): OpenValue[] {
    if (!this.settled) return [];
    const ofKind = this.#deferred.filter((one) => one.kind === kind);
    const given = ofKind.filter(({ state }) => state === 'given');
    const inTurn = ofKind
      .filter(({ state }) => state === 'open')
      .filter(({ sourceId }) => this.#outcomes.get(sourceId)?.outcome !== 'failed')
      .filter(({ value, sourceId }) => !given.some((o) => o.value === value || o.sourceId === sourceId))
      .filter((one) => !this.#firstHasIt(one));
    const first = Map.groupBy(inTurn, ({ value }) => value);
    return [...first.values()].flatMap(([one]) =>
      one ? [{ ...one, hubspotId: this.#outcomes.get(one.sourceId)?.hubspotId ?? null }] : [],
    );
  }

  #firstHasIt({ kind, value }: Deferred): boolean {
    const holder = this.#holders.get(`${kind} ${value}`) ?? '';
    const outcome = this.#outcomes.get(holder)?.outcome ?? '';
    const without = this.#deferred.some((one) => one.sourceId === holder && one.value === value);
    return ['created', 'updated', 'unchanged'].includes(outcome) && !without;
  }

  #add(deferred: Omit<Deferred, 'state' | 'givenIn'>): void {
    const known = this.#deferred.some(
      ({ sourceId, value }) => sourceId === deferred.sourceId && value === deferred.value,
    );
    if (!known) this.#deferred.push({ ...deferred, state: 'open', givenIn: null });
  }
}

function writtenValue(record: PlannedRecord, property: string): string | undefined {
  if (record.action === 'create') return record.properties[property];
  return record.action === 'update' ? record.after[property] : undefined;
}
