import { mulberry32, type Random } from '../../determinism/random.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AssociationStore } from './association-store.ts';
import { LabelStore } from './label-store.ts';
import { CONTACTS, customType, DEALS, isNamed, OBJECT_TYPES, type ObjectType } from './object-types.ts';
import { PipelineStore } from './pipeline-store.ts';
import { PropertyStore } from './property-store.ts';
import type { CrmRecord } from './record.ts';
import { RecordStore, type Writer } from './record-store.ts';
import type { Requirement } from './requirements.ts';
import type { ValidatedProperty } from './validation-rules.ts';

export type Behaviour = Settings['hubspot']['behaviour'];

export interface PortalParts {
  readonly portalId: number;
  readonly seed: number;
  readonly now: () => number;
  readonly behaviour: () => Behaviour;
}

/** What a portal holds of one type of object. */
interface Stores {
  readonly properties: PropertyStore;
  readonly records: RecordStore;
  readonly pipelines: PipelineStore;
}

/** One HubSpot account: its definitions and its records. */
export class Portal {
  readonly portalId: number;
  readonly random: Random;
  readonly now: () => number;
  readonly behaviour: () => Behaviour;
  readonly labels = new LabelStore();
  readonly associations: AssociationStore;
  readonly #seed: number;
  readonly #stores = new Map<ObjectType, Stores>();
  readonly #requirements = new Map<ObjectType, readonly Requirement[]>();
  readonly #validations = new Map<ObjectType, readonly ValidatedProperty[]>();

  constructor({ portalId, seed, now, behaviour }: PortalParts) {
    this.portalId = portalId;
    this.random = mulberry32(seed);
    this.now = now;
    this.behaviour = behaviour;
    this.#seed = seed;
    this.associations = new AssociationStore(this.labels, () => this.types);
    for (const type of OBJECT_TYPES) this.#add(type);
  }

  /** The types of object that the portal has: those of every portal, then its custom ones. */
  get types(): readonly ObjectType[] {
    return [...this.#stores.keys()];
  }

  /** The custom objects that the portal's owner defined. */
  get customTypes(): readonly ObjectType[] {
    return this.types.filter(({ fullyQualifiedName }) => fullyQualifiedName !== undefined);
  }

  /** The type with this name in paths; null when the portal has none. */
  objectType(text: string): ObjectType | null {
    return this.types.find((type) => isNamed(type, text)) ?? null;
  }

  /** Defines a custom object, or returns the existing one with this name. */
  define(name: string): ObjectType {
    const existing = this.customTypes.find((type) => type.name === name);
    return existing ?? this.#add(customType(name, this.portalId));
  }

  #add(type: ObjectType): ObjectType {
    const firstId = (this.#stores.size + 1) * 100_000_000 + (this.#seed % 1_000) * 1_000;
    const properties = new PropertyStore(type, this.now, this.behaviour);
    this.#stores.set(type, {
      properties,
      pipelines: new PipelineStore(type, this.now),
      records: new RecordStore(
        type,
        firstId,
        () => properties.uniqueNames(),
        () => this.behaviour().searchLagMs,
      ),
    });
    return type;
  }

  /** How many records there are that are not archived. */
  counts(): { portalId: number; contacts: number; deals: number; associations: number } {
    return {
      portalId: this.portalId,
      contacts: this.records(CONTACTS).size,
      deals: this.records(DEALS).size,
      associations: this.associations.size,
    };
  }

  properties(type: ObjectType): PropertyStore {
    return this.#storesOf(type).properties;
  }

  records(type: ObjectType): RecordStore {
    return this.#storesOf(type).records;
  }

  pipelines(type: ObjectType): PipelineStore {
    return this.#storesOf(type).pipelines;
  }

  #storesOf(type: ObjectType): Stores {
    const stores = this.#stores.get(type);
    if (stores === undefined) throw new RangeError(`No object ${type.name}`);
    return stores;
  }

  /** What the portal's admins require of new records and of deals in particular stages. */
  requirements(type: ObjectType): readonly Requirement[] {
    return this.#requirements.get(type) ?? [];
  }

  /** What the portal's admins require of values; none of it is enforced here. */
  validations(type: ObjectType): readonly ValidatedProperty[] {
    return this.#validations.get(type) ?? [];
  }

  validate(type: ObjectType, rules: readonly ValidatedProperty[]): void {
    this.#validations.set(type, rules);
  }

  require(type: ObjectType, requirements: readonly Requirement[]): void {
    this.#requirements.set(type, requirements);
  }

  /** Archives a record; nothing is associated with it any more. */
  archive(type: ObjectType, record: CrmRecord, writer: Writer): void {
    this.records(type).archive(record, writer);
    this.associations.forget(type, record.id);
  }

  /** Merges a record into another one; the result takes over their associations. */
  merge(type: ObjectType, primary: CrmRecord, other: CrmRecord, writer: Writer): CrmRecord {
    const winner = this.records(type).merge(primary, other, this.behaviour().mergeMakes, writer);
    for (const { id } of [primary, other]) if (id !== winner.id) this.associations.move(type, id, winner.id);
    return winner;
  }
}
