import type { OpenEmail } from '@ridgeline/contracts/internal';
import type { BatchPlan } from '../../plans/batch-plan.ts';
import type { PlannedRecord } from '../../plans/planned-record.ts';

/** What the fake orchestrator is told of one record: the kind of its outcome and its HubSpot id, if it has one. */
export interface FakeOutcome {
  readonly sourceId: string;
  readonly kind: string;
  readonly hubspotId: string | null;
}

interface Withheld extends Omit<OpenEmail, 'hubspotId'> {
  state: 'open' | 'given' | 'refused';
  givenIn: number | null;
}

/** The withheld e-mails of one run in memory, by the rules of the orchestrator's table. */
export class FakeWithheldEmails {
  readonly #holders: ReadonlyMap<string, string>;
  readonly #withheld: Withheld[] = [];
  readonly #outcomes = new Map<string, FakeOutcome>();
  readonly #unfinished = new Set<number>();

  /** `holders` names for each e-mail the record that asked for it first. */
  constructor(holders: ReadonlyMap<string, string>) {
    this.#holders = holders;
  }

  planned({ batch, revision, records, pass }: BatchPlan): void {
    this.#unfinished.add(batch);
    for (const record of records) {
      const { sourceId, withheld } = record;
      if (pass !== 'settle' && withheld) this.#add({ sourceId, ...withheld, putBack: false });
      if (pass !== 'settle' || revision > 1) continue;
      const email = writtenEmail(record);
      const before = record.action === 'update' ? record.before['email'] : null;
      if (email === '' && before)
        this.#add({ sourceId, name: withheld?.name ?? '', email: before, properties: {}, putBack: true });
      for (const one of this.#withheld)
        if (one.sourceId === sourceId && one.email === email) one.givenIn = batch;
    }
  }

  done(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.#unfinished.delete(batch);
    const written = (id: string) =>
      outcomes.some(({ sourceId, kind }) => sourceId === id && ['created', 'updated'].includes(kind));
    for (const one of this.#withheld)
      if (one.givenIn === batch) one.state = written(one.sourceId) ? 'given' : 'refused';
    for (const outcome of outcomes)
      if (!this.#outcomes.has(outcome.sourceId)) this.#outcomes.set(outcome.sourceId, outcome);
  }

  get settled(): boolean {
    return this.#unfinished.size === 0 || this.#withheld.every(({ state }) => state !== 'open');
  }

  open(): OpenEmail[] {
    if (!this.settled) return [];
    const given = this.#withheld.filter(({ state }) => state === 'given');
    const inTurn = this.#withheld
      .filter(({ state }) => state === 'open')
      .filter(({ sourceId }) => this.#outcomes.get(sourceId)?.kind !== 'failed')
      .filter(({ email, sourceId }) => !given.some((o) => o.email === email || o.sourceId === sourceId))
      .filter(({ email }) => !this.#firstHasIt(email));
    const first = Map.groupBy(inTurn, ({ email }) => email);
    return [...first.values()].flatMap(([one]) =>
      one ? [{ ...one, hubspotId: this.#outcomes.get(one.sourceId)?.hubspotId ?? null }] : [],
    );
  }

  #firstHasIt(email: string): boolean {
    const holder = this.#holders.get(email) ?? '';
    const kind = this.#outcomes.get(holder)?.kind ?? '';
    const without = this.#withheld.some((one) => one.sourceId === holder && one.email === email);
    return ['created', 'updated', 'unchanged'].includes(kind) && !without;
  }

  #add(withheld: Omit<OpenEmail, 'hubspotId'>): void {
    const known = this.#withheld.some(
      ({ sourceId, email }) => sourceId === withheld.sourceId && email === withheld.email,
    );
    if (!known) this.#withheld.push({ ...withheld, state: 'open', givenIn: null });
  }
}

function writtenEmail(record: PlannedRecord): string | undefined {
  if (record.action === 'create') return record.properties['email'];
  return record.action === 'update' ? record.after['email'] : undefined;
}
