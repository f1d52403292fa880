import type { AccuLynxCompany } from '../acculynx/requests/company.ts';
import type { Clock } from '../determinism/clock.ts';
import { mix, mulberry32, shuffled, type Random } from '../determinism/random.ts';
import { changeNumber, numberedContact, numberedJob } from './change-numbers.ts';

export type StreamKind = 'contacts' | 'jobs';

/** Which records of a company a stream may change; without ids all existing ones except dead jobs. */
export interface StreamCompany {
  readonly companyId: string;
  readonly contacts?: readonly string[];
  readonly jobs?: readonly string[];
}

export interface StreamSpec {
  readonly companies: readonly StreamCompany[];
  /** Changes per second over all companies, which take turns. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly jobsShare: number;
  readonly newShare: number;
  /** The share of changes whose record the stream has not changed before, including new ones. */
  readonly distinctShare: number;
  readonly seed: number;
}

export interface StreamChange {
  readonly companyId: string;
  readonly list: StreamKind;
  readonly action: 'created' | 'changed';
  readonly id: string;
  /** The record's number after the change. */
  readonly number: number;
  /** By the simulators' clock. */
  readonly at: string;
}

/** The records of one list that a stream chooses from. */
class Choice {
  readonly #untouched: string[];
  readonly #touched: string[] = [];

  constructor(ids: readonly string[], random: Random) {
    this.#untouched = shuffled(random, ids);
  }

  /** A record's id, not chosen before if that is wanted and possible; null when there is none at all. */
  take(fresh: boolean, random: Random): string | null {
    const id = fresh || this.#touched.length === 0 ? this.#untouched.pop() : undefined;
    if (id === undefined) return this.#touched[Math.floor(random() * this.#touched.length)] ?? null;
    this.#touched.push(id);
    return id;
  }

  add(id: string): void {
    this.#touched.push(id);
  }
}

interface Target {
  readonly company: AccuLynxCompany;
  readonly choices: Readonly<Record<StreamKind, Choice>>;
}

/**
 * Changes contacts and jobs of companies at a steady rate, by the simulators' clock; each change sets its record's next
 * number.
 */
export class ChangeStream {
  readonly spec: StreamSpec;
  readonly planned: number;
  readonly changes: StreamChange[] = [];
  readonly startedAt: number;
  state: 'running' | 'done' | 'stopped' = 'running';
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #targets: readonly Target[];

  constructor(spec: StreamSpec, clock: Clock, companyOf: (companyId: string) => AccuLynxCompany) {
    this.spec = spec;
    this.planned = Math.round(spec.perSecond * spec.seconds);
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#random = mulberry32(mix(spec.seed, 0x57e4));
    this.#targets = spec.companies.map((each) => this.#targetOf(each, companyOf(each.companyId)));
  }

  /** Ends when all changes are made or the stream is stopped. */
  async run(): Promise<void> {
    for (let index = 0; index < this.planned; index += 1) {
      const due = this.startedAt + (index * 1_000) / this.spec.perSecond;
      const early = due - this.#clock.now();
      if (early > 0) await this.#clock.wait(early);
      if (this.state === 'stopped') return;
      const target = this.#targets[index % this.#targets.length];
      if (target !== undefined) this.changes.push(this.#change(target));
    }
    this.state = 'done';
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
  }

  #targetOf({ contacts, jobs }: StreamCompany, company: AccuLynxCompany): Target {
    const { data } = company;
    const alive = (): string[] =>
      [...data.jobs.all().values()]
        .filter(({ currentMilestone }) => currentMilestone !== 'Dead')
        .map(({ id }) => id);
    return {
      company,
      choices: {
        contacts: new Choice(contacts ?? data.contacts.ids(), this.#random),
        jobs: new Choice(jobs ?? alive(), this.#random),
      },
    };
  }

  #change({ company, choices }: Target): StreamChange {
    const { jobsShare, newShare, distinctShare } = this.spec;
    const list: StreamKind = this.#random() < jobsShare ? 'jobs' : 'contacts';
    const isNew = this.#random() < newShare;
    const freshShare = (distinctShare - newShare) / (1 - newShare);
    const id = isNew ? null : choices[list].take(this.#random() < freshShare, this.#random);
    const changed = id === null ? null : this.#write(company, list, id);
    const written = changed ?? this.#create(company, list);
    if (changed === null) choices[list].add(written.id);
    return {
      companyId: company.companyId,
      list,
      action: changed === null ? 'created' : 'changed',
      ...written,
      at: new Date(this.#clock.now()).toISOString(),
    };
  }

  /** Null when the record has been deleted since the stream began. */
  #write({ data }: AccuLynxCompany, list: StreamKind, id: string): { id: string; number: number } | null {
    if (list === 'contacts') {
      const contact = data.contacts.change(id, numberedContact);
      return contact && { id, number: changeNumber(contact.crossReference) };
    }
    const job = data.jobs.change(id, numberedJob, this.#clock.now());
    return job && { id, number: changeNumber(job.jobName) };
  }

  #create({ data }: AccuLynxCompany, list: StreamKind): { id: string; number: number } {
    const now = this.#clock.now();
    if (list === 'contacts') {
      const { id, crossReference } = data.contacts.addDrawn(numberedContact, now);
      return { id, number: changeNumber(crossReference) };
    }
    const { id, jobName } = data.jobs.addDrawn(numberedJob, now);
    return { id, number: changeNumber(jobName) };
  }
}
