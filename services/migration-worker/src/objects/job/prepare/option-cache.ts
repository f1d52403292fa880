import { withOptions, type PropertyDetails, type UnfitReason } from '@ridgeline/hubspot';
import type { MappedJob } from '../mapping/map-job.ts';
import type { OptionWriter } from './option-writer.ts';

/** The value of a label, or why it has none. */
export type FoundOption =
  | { readonly value: string }
  | { readonly value: null; readonly reason: UnfitReason | 'missing' };

const keyOf = (label: string): string => label.trim().toLowerCase();

/** The options of the portal's properties, by label, case-insensitively. */
export class OptionCache {
  readonly #properties: Map<string, PropertyDetails>;
  readonly #values = new Map<string, ReadonlyMap<string, string>>();
  readonly #unfit = new Map<string, Map<string, UnfitReason>>();
  readonly #write: OptionWriter | null;
  /** Labels that wait to be added, and the last addition to each property: additions are serialized per property. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #turns = new Map<string, Promise<void>>();

  /** Without a writer no options are added. */
  constructor(properties: readonly PropertyDetails[], write: OptionWriter | null) {
    this.#properties = new Map(properties.map((property) => [property.name, property]));
    this.#write = write;
  }

  find(property: string, label: string): FoundOption {
    const value = this.#valuesOf(property).get(keyOf(label));
    if (value !== undefined) return { value };
    return { value: null, reason: this.#unfit.get(property)?.get(keyOf(label)) ?? 'missing' };
  }

  /** The label of a value; null if the value is no longer an option. */
  labelOf(property: string, value: string): string | null {
    return this.#properties.get(property)?.options.find((option) => option.value === value)?.label ?? null;
  }

  /**
   * Adds the missing ones of these labels, if options may be added, together with labels already waiting for the same
   * property.
   */
  async add(wanted: ReadonlyMap<string, readonly string[]>, signal: AbortSignal): Promise<void> {
    if (!this.#write) return;
    await Promise.all([...wanted].map(([property, labels]) => this.#addTo(property, labels, signal)));
  }

  async #addTo(property: string, labels: readonly string[], signal: AbortSignal): Promise<void> {
    if (!this.#properties.has(property) || this.#missing(property, labels).length === 0) return;
    const waiting = this.#wanted.get(property) ?? new Set();
    for (const label of labels) waiting.add(label);
    this.#wanted.set(property, waiting);
    const turn = (this.#turns.get(property) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#addWaiting(property, signal));
    this.#turns.set(property, turn);
    await turn;
  }

  async #addWaiting(property: string, signal: AbortSignal): Promise<void> {
    const labels = this.#missing(property, [...(this.#wanted.get(property) ?? [])]);
    this.#wanted.delete(property);
    if (labels.length === 0 || !this.#write) return;
    const added = await this.#write(property, labels, signal);
    this.#properties.set(property, added.property);
    this.#values.delete(property);
    const unfit = this.#unfit.get(property) ?? new Map<string, UnfitReason>();
    for (const { label, reason } of added.unfit) unfit.set(keyOf(label), reason);
    this.#unfit.set(property, unfit);
  }

  /** Labels without an option, each once, except those known to be impossible. */
  #missing(property: string, labels: readonly string[]): string[] {
    const missing = new Map<string, string>();
    for (const label of labels) {
      const found = this.find(property, label);
      const isMissing = found.value === null && found.reason === 'missing';
      if (isMissing && !missing.has(keyOf(label))) missing.set(keyOf(label), label);
    }
    return [...missing.values()];
  }

  #valuesOf(property: string): ReadonlyMap<string, string> {
    const known = this.#values.get(property);
    if (known) return known;
    const options = this.#properties.get(property)?.options ?? [];
    const texts = options.flatMap(({ label, value }) => [label, value]);
    const { valueOf } = withOptions(options, texts);
    const values = new Map([...valueOf].map(([text, value]) => [keyOf(text), value]));
    this.#values.set(property, values);
    return values;
  }
}

/** The distinct labels that a group of jobs needs, by property. */
export function neededOptions(
  group: readonly Pick<MappedJob, 'choices'>[],
): ReadonlyMap<string, readonly string[]> {
  const needed = new Map<string, Set<string>>();
  for (const { choices } of group)
    for (const [property, labels] of Object.entries(choices)) {
      const known = needed.get(property) ?? new Set();
      for (const label of labels) known.add(label);
      needed.set(property, known);
    }
  return new Map([...needed].map(([property, labels]) => [property, [...labels]]));
}
