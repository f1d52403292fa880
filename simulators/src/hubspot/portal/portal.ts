import { mulberry32, type Random } from '../../determinism/random.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AssociationStore } from './association-store.ts';
import { LabelStore } from './label-store.ts';
import { CONTACTS, DEALS, OBJECT_TYPES, type ObjectType } from './object-types.ts';
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

/** One HubSpot account: its definitions and its records. */
export class Portal {
  readonly portalId: number;
  readonly random: Random;
  readonly now: () => number;
  readonly behaviour: () => Behaviour;
  readonly labels = new LabelStore();
  readonly associations = new AssociationStore(this.labels);
  readonly #properties: ReadonlyMap<ObjectType, PropertyStore>;
  readonly #records: ReadonlyMap<ObjectType, RecordStore>;
  readonly #pipelines: ReadonlyMap<ObjectType, PipelineStore>;
  readonly #requirements = new Map<ObjectType, readonly Requirement[]>();
  readonly #validations = new Map<ObjectType, readonly ValidatedProperty[]>();

  constructor({ portalId, seed, now, behaviour }: PortalParts) {
    this.portalId = portalId;
    this.random = mulberry32(seed);
    this.now = now;
    this.behaviour = behaviour;
    this.#properties = new Map(OBJECT_TYPES.map((type) => [type, new PropertyStore(type, now, behaviour)]));
    this.#pipelines = new Map(OBJECT_TYPES.map((type) => [type, new PipelineStore(type, now)]));
    this.#records = new Map(
      OBJECT_TYPES.map((type, index) => [
        type,
        new RecordStore(
          type,
          (index + 1) * 100_000_000 + (seed % 1_000) * 1_000,
          () => this.properties(type).uniqueNames(),
          () => behaviour().searchLagMs,
        ),
      ]),
    );
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
    const store = this.#properties.get(type);
    if (store === undefined) throw new RangeError(`No properties of ${type.name}`);
    return store;
  }

  records(type: ObjectType): RecordStore {
    const store = this.#records.get(type);
    if (store === undefined) throw new RangeError(`No records of ${type.name}`);
    return store;
  }

  pipelines(type: ObjectType): PipelineStore {
    const store = this.#pipelines.get(type);
    if (store === undefined) throw new RangeError(`No pipelines of ${type.name}`);
    return store;
  }

  /** What the portal's admins ask of new records and of deals in particular stages. */
  requirements(type: ObjectType): readonly Requirement[] {
    return this.#requirements.get(type) ?? [];
  }

  /** What the portal's admins ask of values; none of it is enforced here. */
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
