import { foreseenId, type BatchPlan, type CountedReference } from '@ridgeline/contracts/internal';
import type { FakeOutcome } from './fake-deferred-values.ts';

/** A page of references; batches that are not counted yet have none. */
export interface FakeReferencePage {
  readonly settled: boolean;
  readonly references: CountedReference[];
  readonly next: number | null;
}

const inHubspot = new Set(['created', 'updated', 'unchanged']);

/** The id that a record has in HubSpot, or would have after a dry run. */
const idOf = (sourceId: string, { outcome, hubspotId }: FakeOutcome): string | null =>
  hubspotId ?? (outcome === 'created' ? foreseenId(sourceId) : null);

/** The references of one run's records, in memory: one batch per page. */
export class FakeReferences {
  readonly #links: ReadonlyMap<string, string>;
  /** The latest revision of each batch of records. */
  readonly #plans = new Map<number, BatchPlan>();
  readonly #counted = new Set<number>();
  readonly #outcomes = new Map<string, FakeOutcome>();

  /** `links` are those of earlier migrations, by source id. */
  constructor(links: ReadonlyMap<string, string>) {
    this.#links = links;
  }

  planned(plan: BatchPlan): void {
    if (plan.pass === 'records') this.#plans.set(plan.batch, plan);
  }

  done(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.#counted.add(batch);
    const kind = this.#plans.get(batch)?.kind;
    if (kind) for (const outcome of outcomes) this.#outcomes.set(`${kind} ${outcome.sourceId}`, outcome);
  }

  page(kind: string, after: number): FakeReferencePage {
    const settled = [...this.#plans.keys()].every((batch) => this.#counted.has(batch));
    if (!settled) return { settled, references: [], next: null };
    const batches = [...this.#plans.values()]
      .filter((plan) => plan.kind === kind && plan.batch > after)
      .toSorted((a, b) => a.batch - b.batch);
    const [plan, ...more] = batches;
    return {
      settled,
      references: plan ? this.#referencesOf(plan) : [],
      next: plan && more.length > 0 ? plan.batch : null,
    };
  }

  #referencesOf({ kind, records }: BatchPlan): CountedReference[] {
    return records.flatMap(({ sourceId, name, references = [] }) => {
      const from = this.#outcomes.get(`${kind} ${sourceId}`);
      const hubspotId = from && idOf(sourceId, from);
      if (!from || !hubspotId || !inHubspot.has(from.outcome)) return [];
      return references.map((reference) => {
        const other = this.#outcomes.get(`${reference.kind} ${reference.sourceId}`);
        return {
          ...reference,
          from: { sourceId, displayName: name, hubspotId, created: from.outcome === 'created' },
          hubspotId:
            (other && idOf(reference.sourceId, other)) ?? this.#links.get(reference.sourceId) ?? null,
          reason: other?.reason ?? null,
        };
      });
    });
  }
}
