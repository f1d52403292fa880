import type { OpenValue } from '@ridgeline/contracts/internal';
import type { BatchPlan } from '../../plans/batch-plan.ts';
import type { PlannedRecord } from '../../plans/planned-record.ts';

/** What the fake orchestrator is told of one record: the kind of its outcome and its HubSpot id, if it has one. */
export interface FakeOutcome {
  readonly sourceId: string;
  readonly kind: string;
  readonly hubspotId: string | null;
}

interface Deferred extends Omit<OpenValue, 'hubspotId'> {
  state: 'open' | 'given' | 'refused';
  givenIn: number | null;
}

/** The deferred e-mails of one run in memory, by the rules of the orchestrator's table. */
export class FakeDeferredValues {
  readonly #holders: ReadonlyMap<string, string>;
  readonly #deferred: Deferred[] = [];
  readonly #outcomes = new Map<string, FakeOutcome>();
  readonly #unfinished = new Set<number>();

  /** `holders` names for each e-mail the record that asked for it first. */
  constructor(holders: ReadonlyMap<string, string>) {
    this.#holders = holders;
  }

  planned({ batch, revision, records, pass }: BatchPlan): void {
    this.#unfinished.add(batch);
    for (const record of records) {
      const { sourceId, deferred } = record;
      if (pass !== 'settle' && deferred) this.#add({ sourceId, ...deferred, putBack: false });
      if (pass !== 'settle' || revision > 1) continue;
      const email = writtenEmail(record);
      const before = record.action === 'update' ? record.before['email'] : null;
      if (email === '' && before)
        this.#add({
          sourceId,
          property: 'email',
          name: deferred?.name ?? '',
          value: before,
          properties: {},
          putBack: true,
        });
      for (const one of this.#deferred)
        if (one.sourceId === sourceId && one.value === email) one.givenIn = batch;
    }
  }

  done(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.#unfinished.delete(batch);
    const written = (id: string) =>
      outcomes.some(({ sourceId, kind }) => sourceId === id && ['created', 'updated'].includes(kind));
    for (const one of this.#deferred)
      if (one.givenIn === batch) one.state = written(one.sourceId) ? 'given' : 'refused';
    for (const outcome of outcomes)
      if (!this.#outcomes.has(outcome.sourceId)) this.#outcomes.set(outcome.sourceId, outcome);
  }

  get settled(): boolean {
    return this.#unfinished.size === 0 || this.#deferred.every(({ state }) => state !== 'open');
  }

  open(): OpenValue[] {
    if (!this.settled) return [];
    const given = this.#deferred.filter(({ state }) => state === 'given');
    const inTurn = this.#deferred
      .filter(({ state }) => state === 'open')
      .filter(({ sourceId }) => this.#outcomes.get(sourceId)?.kind !== 'failed')
      .filter(({ value, sourceId }) => !given.some((o) => o.value === value || o.sourceId === sourceId))
      .filter(({ value }) => !this.#firstHasIt(value));
    const first = Map.groupBy(inTurn, ({ value }) => value);
    return [...first.values()].flatMap(([one]) =>
      one ? [{ ...one, hubspotId: this.#outcomes.get(one.sourceId)?.hubspotId ?? null }] : [],
    );
  }

  #firstHasIt(email: string): boolean {
    const holder = this.#holders.get(email) ?? '';
    const kind = this.#outcomes.get(holder)?.kind ?? '';
    const without = this.#deferred.some((one) => one.sourceId === holder && one.value === email);
    return ['created', 'updated', 'unchanged'].includes(kind) && !without;
  }

  #add(deferred: Omit<OpenValue, 'hubspotId'>): void {
    const known = this.#deferred.some(
      ({ sourceId, value }) => sourceId === deferred.sourceId && value === deferred.value,
    );
    if (!known) this.#deferred.push({ ...deferred, state: 'open', givenIn: null });
  }
}

function writtenEmail(record: PlannedRecord): string | undefined {
  if (record.action === 'create') return record.properties['email'];
  return record.action === 'update' ? record.after['email'] : undefined;
}
