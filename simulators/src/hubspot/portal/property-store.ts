import { hashText } from '../../determinism/random.ts';
import { refuse } from '../answers/errors.ts';
import type { ObjectType } from './object-types.ts';
import {
  completeOption,
  customDefinition,
  type PropertyChange,
  type PropertyDefinition,
  type PropertyInput,
} from './property-definition.ts';
import { checkPropertyChange, checkPropertyInput } from './property-rules.ts';
import { standardGroup, standardProperties } from './standard-properties.ts';

interface Versions {
  readonly current: PropertyDefinition;
  /** What reads still show until `readableAt`; null for a property that did not exist. */
  readonly previous: PropertyDefinition | null;
  readonly readableAt: number;
  /** When records begin to accept the current version. */
  readonly usableAt: number;
}

export interface Lags {
  readonly definitionLagMs: readonly [number, number];
  readonly recordLagMs: number;
}

/** How many properties of its own an object may have in a portal, and how many of them unique. */
export interface PropertyLimits {
  readonly custom: number;
  readonly unique: number;
}

/** The properties and property groups of one object type in one portal; changes become visible after a lag. */
export class PropertyStore {
  readonly #type: ObjectType;
  readonly #now: () => number;
  readonly #lags: () => Lags;
  /** The first depends on the plan (docs/vendors/hubspot.md, 12). */
  limits: PropertyLimits = { custom: 1_000, unique: 10 };
  readonly #versions = new Map<string, Versions>();
  readonly #groups = new Map<
    string,
    { name: string; label: string; displayOrder: number; archived: boolean }
  >();

  constructor(type: ObjectType, now: () => number, lags: () => Lags) {
    this.#type = type;
    this.#now = now;
    this.#lags = lags;
    this.createGroup(standardGroup(type));
    for (const definition of standardProperties(type)) {
      this.#versions.set(definition.name, {
        current: definition,
        previous: null,
        readableAt: 0,
        usableAt: 0,
      });
    }
  }

  /** The definitions as a read shows them now. */
  list(): PropertyDefinition[] {
    return [...this.#versions.values()]
      .flatMap((versions) => this.#readable(versions) ?? [])
      .filter(({ archived }) => !archived);
  }

  get(name: string): PropertyDefinition | null {
    const versions = this.#versions.get(name);
    const definition = versions === undefined ? null : this.#readable(versions);
    return definition?.archived === false ? definition : null;
  }

  /** The definition that a record's value is checked against now; null for a property that records do not know. */
  usable(name: string): PropertyDefinition | null {
    const versions = this.#versions.get(name);
    if (versions === undefined) return null;
    const definition = this.#now() >= versions.usableAt ? versions.current : versions.previous;
    return definition?.archived === false ? definition : null;
  }

  /** The names of the properties whose values are unique among the records. */
  uniqueNames(): string[] {
    return this.#all()
      .filter((definition) => definition.hasUniqueValue && !definition.archived)
      .map(({ name }) => name);
  }

  exists(name: string): boolean {
    return this.#versions.get(name)?.current.archived === false;
  }

  /** Creates a property (an archived one of that name is restored with the new definition); refuses with 400 or 409. */
  create(input: PropertyInput): PropertyDefinition {
    checkPropertyInput(input, (group) => this.#groups.has(group));
    if (this.exists(input.name)) {
      refuse(409, {
        message: `A property named '${input.name}' already exists.`,
        category: 'OBJECT_ALREADY_EXISTS',
        subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
        context: { name: [input.name] },
      });
    }
    const custom = this.#all().filter(
      (definition) => definition.hubspotDefined !== true && !definition.archived,
    );
    if (custom.length >= this.limits.custom)
      refuse(400, { message: 'The limit of custom properties has been reached.' });
    if (
      input.hasUniqueValue === true &&
      custom.filter((definition) => definition.hasUniqueValue).length >= this.limits.unique
    ) {
      refuse(400, {
        message: `At most ${this.limits.unique} unique properties are allowed for ${this.#type.typeId}.`,
        category: 'VALIDATION_ERROR',
      });
    }
    return this.#put(customDefinition(input, this.#timestamp()));
  }

  /** Changes a definition. `options`, when given, replaces the whole list. */
  change(name: string, change: PropertyChange): PropertyDefinition {
    const current = this.#current(name);
    checkPropertyChange(current, change, (group) => this.#groups.has(group));
    const { options, ...rest } = change;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return this.#put({
      ...current,
      ...given,
      options: options === undefined ? current.options : options.map(completeOption),
      updatedAt: this.#timestamp(),
    });
  }

  /** Replaces the options as if they had always been these, without checks and lag. */
  setOptions(name: string, values: readonly string[]): PropertyDefinition {
    const options = values.map((value, index) => completeOption({ label: value, value }, index));
    return this.#putAtOnce({ ...this.#current(name), options });
  }

  /** Adds a property as if it had always had this form, without checks and lag. */
  set(input: PropertyInput): PropertyDefinition {
    return this.#putAtOnce(customDefinition(input, this.#timestamp()));
  }

  /** Archives a property without any lag. */
  archiveAtOnce(name: string): void {
    this.#putAtOnce({ ...this.#current(name), archived: true });
  }

  archive(name: string): void {
    const current = this.#current(name);
    if (current.hubspotDefined === true) {
      refuse(400, {
        message: `Property ${name} is defined by HubSpot and cannot be archived.`,
        category: 'VALIDATION_ERROR',
      });
    }
    this.#put({ ...current, archived: true, updatedAt: this.#timestamp() });
  }

  groups(): { name: string; label: string; displayOrder: number; archived: boolean }[] {
    return [...this.#groups.values()];
  }

  createGroup(group: { readonly name: string; readonly label: string }): {
    name: string;
    label: string;
    displayOrder: number;
    archived: boolean;
  } {
    if (this.#groups.has(group.name)) {
      refuse(409, {
        message: `A property group named '${group.name}' already exists.`,
        category: 'OBJECT_ALREADY_EXISTS',
      });
    }
    const created = {
      name: group.name,
      label: group.label,
      displayOrder: this.#groups.size,
      archived: false,
    };
    this.#groups.set(group.name, created);
    return created;
  }

  #all(): PropertyDefinition[] {
    return [...this.#versions.values()].map(({ current }) => current);
  }

  #current(name: string): PropertyDefinition {
    const current = this.#versions.get(name)?.current;
    return current?.archived === false ? current : refuse(404, { message: 'resource not found' });
  }

  #readable({ current, previous, readableAt }: Versions): PropertyDefinition | null {
    return this.#now() >= readableAt ? current : previous;
  }

  #putAtOnce(current: PropertyDefinition): PropertyDefinition {
    this.#versions.set(current.name, { current, previous: null, readableAt: 0, usableAt: 0 });
    return current;
  }

  #put(current: PropertyDefinition): PropertyDefinition {
    const now = this.#now();
    const { definitionLagMs, recordLagMs } = this.#lags();
    const [least, most] = definitionLagMs;
    const lag = least + (hashText(current.name) % Math.max(1, most - least + 1));
    this.#versions.set(current.name, {
      current,
      previous: this.get(current.name),
      readableAt: now + lag,
      usableAt: now + recordLagMs,
    });
    return current;
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}
