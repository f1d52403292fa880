import { problemOf, type HubspotRecord } from '@ridgeline/hubspot';
import type { Ok } from '@ridgeline/vendor-http';
import type { CallSignals } from '../../vendors/run-vendors.ts';
import { archived, type HubspotTarget, type TargetAnswer } from '../hubspot-target.ts';
import type { RecordKey } from '../read-records.ts';

type Values = Readonly<Record<string, string>>;

/** One call that the fake portal received. */
export interface FakeCall {
  readonly kind: 'read' | 'search' | 'upsert' | 'update' | 'archive';
  readonly ids: readonly string[];
}

/** How an input is rejected: HubSpot's category and property codes. */
export interface FakeRefusal {
  readonly status: 207 | 400 | 409;
  readonly category: string;
  readonly code?: string;
  readonly property?: string;
}

/** The unique properties of a fake portal's records. */
export interface FakeUniqueness {
  readonly sourceIdProperty: string;
  /** The other property whose values must be unique. */
  readonly key: RecordKey;
}

/**
 * A HubSpot portal in memory with the semantics that the worker relies on: unique source ids and another unique value; a
 * conflict rejects the whole batch with a 409; rejected inputs are entries of a 207, or reject the whole batch with a 400;
 * results come in reverse order.
 */
export class FakeHubspotTarget implements HubspotTarget {
  readonly calls: FakeCall[] = [];
  readonly #records = new Map<string, Record<string, string>>();
  /** Decides for each written input whether it is rejected. */
  refuse: (values: Values) => FakeRefusal | null = () => null;
  /** Awaited before a call is sent, like the rate limit; its errors are thrown. */
  waitBefore: (call: FakeCall) => Promise<void> = () => Promise.resolve();
  /** Awaited after a call was sent and before it is answered; its errors are thrown. */
  before: (call: FakeCall) => Promise<void> = () => Promise.resolve();
  /** Source ids that are written but missing from the answer. */
  readonly unanswered = new Set<string>();
  readonly #unique: FakeUniqueness;
  #lastId: number;

  /** Ids continue after `lastId`. */
  constructor(unique: FakeUniqueness, lastId = 9_000) {
    this.#unique = unique;
    this.#lastId = lastId;
  }

  /** Puts a record into the portal and returns its id. */
  add(values: Values): string {
    const id = String(++this.#lastId);
    this.#records.set(id, { ...values });
    return id;
  }

  remove(id: string): void {
    this.#records.delete(id);
  }

  get records(): readonly HubspotRecord[] {
    return [...this.#records].map(([id, properties]) => ({ id, properties: { ...properties } }));
  }

  get writes(): readonly FakeCall[] {
    return this.calls.filter(({ kind }) => kind !== 'read' && kind !== 'search');
  }

  record(sourceId: string): HubspotRecord | undefined {
    return this.records.find(({ properties }) => properties[this.#unique.sourceIdProperty] === sourceId);
  }

  async read(idProperty: string | null, ids: readonly string[], signal: AbortSignal): Promise<TargetAnswer> {
    await this.#called({ kind: 'read', ids }, signal);
    const { key } = this.#unique;
    const keys = (record: HubspotRecord): readonly string[] => {
      if (idProperty === null) return [record.id];
      return idProperty === key.property ? key.valuesOf(record) : [record.properties[idProperty] ?? ''];
    };
    const results = this.records.filter((record) => keys(record).some((key) => ids.includes(key)));
    return { outcome: 'ok', value: { results, problems: [] } };
  }

  async anySourceId(signal: AbortSignal): Promise<Ok<boolean>> {
    await this.#called({ kind: 'search', ids: [] }, signal);
    const value = this.records.some(({ properties }) => Boolean(properties[this.#unique.sourceIdProperty]));
    return { outcome: 'ok', value };
  }

  async upsert(
    inputs: readonly { readonly id: string; readonly properties: Values }[],
    signals: CallSignals,
  ): Promise<TargetAnswer> {
    await this.#called({ kind: 'upsert', ids: inputs.map(({ id }) => id) }, signals.waiting, signals.onCall);
    const answer = this.#write(
      inputs.map(({ id, properties }) => ({ traceId: id, id: this.record(id)?.id ?? null, properties })),
    );
    signals.calling.throwIfAborted();
    return answer;
  }

  async update(
    inputs: readonly { readonly id: string; readonly traceId: string; readonly properties: Values }[],
    signals: CallSignals,
  ): Promise<TargetAnswer> {
    await this.#called({ kind: 'update', ids: inputs.map(({ id }) => id) }, signals.waiting, signals.onCall);
    const answer = this.#write(inputs);
    signals.calling.throwIfAborted();
    return answer;
  }

  async archive(ids: readonly string[], signals: CallSignals): Promise<TargetAnswer> {
    await this.#called({ kind: 'archive', ids }, signals.waiting, signals.onCall);
    for (const id of ids) this.#records.delete(id);
    signals.calling.throwIfAborted();
    return archived;
  }

  /** A call that was sent takes effect even if the run has stopped since; its caller may not wait for the answer. */
  async #called(call: FakeCall, signal: AbortSignal, onCall?: () => void): Promise<void> {
    await this.waitBefore(call);
    signal.throwIfAborted();
    onCall?.();
    this.calls.push(call);
    await this.before(call);
  }

  #write(
    inputs: readonly { readonly traceId: string; readonly id: string | null; readonly properties: Values }[],
  ): TargetAnswer {
    const verdicts = inputs.map((input) => ({
      ...input,
      refusal: this.#refusalOf(input.id, input.properties),
    }));
    const whole = verdicts.find(({ refusal }) => refusal && refusal.status !== 207)?.refusal;
    if (whole) return { outcome: 'rejected', problem: problemOf(whole.status, bodyOf(whole)) };
    const results: HubspotRecord[] = [];
    for (const { traceId, id, properties, refusal } of verdicts) {
      if (refusal || (id !== null && !this.#records.has(id))) continue;
      const written = id ?? this.add({});
      this.#records.set(written, { ...this.#records.get(written), ...properties });
      if (!this.unanswered.has(traceId))
        results.unshift({ id: written, properties: { ...this.#records.get(written) } });
    }
    const problems = verdicts.flatMap(({ traceId, refusal }) =>
      refusal ? problemOf(207, { ...bodyOf(refusal), context: { objectWriteTraceId: [traceId] } }) : [],
    );
    return { outcome: 'ok', value: { results, problems } };
  }

  #refusalOf(id: string | null, values: Values): FakeRefusal | null {
    const { key } = this.#unique;
    const value = values[key.property];
    const owner = this.records.find((record) => value !== undefined && key.valuesOf(record).includes(value));
    if (owner && owner.id !== id) return { status: 409, category: 'CONFLICT' };
    return this.refuse(values);
  }
}

function bodyOf({ category, code, property }: FakeRefusal): object {
  return { category, errors: code ? [{ code, context: { propertyName: [property ?? 'x'] } }] : [] };
}
