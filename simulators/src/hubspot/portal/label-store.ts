import type { ObjectType } from './object-types.ts';

/** A label of the portal's own for associations in one direction. */
export interface AssociationLabel {
  readonly category: 'USER_DEFINED';
  readonly typeId: number;
  readonly label: string;
}

interface Definition {
  readonly from: ObjectType;
  readonly to: ObjectType;
  readonly typeId: number;
  label: string;
  inverseLabel: string;
}

/** The association labels of one portal; each definition appears in both directions, under consecutive type ids. */
export class LabelStore {
  #definitions: Definition[] = [];
  #nextTypeId = 1;

  /** The labels in one direction, oldest first. */
  of(from: ObjectType, to: ObjectType): AssociationLabel[] {
    return this.#definitions.flatMap((definition) => {
      const { typeId, label, inverseLabel } = definition;
      if (definition.from === from && definition.to === to) return [shown(typeId, label)];
      return definition.from === to && definition.to === from ? [shown(typeId + 1, inverseLabel)] : [];
    });
  }

  /** The type id under which a label shows in the other direction. */
  inverseOf(typeId: number): number {
    return this.#definitions.some((definition) => definition.typeId === typeId) ? typeId + 1 : typeId - 1;
  }

  /** Adds a definition and returns its labels in both directions, that of the requested direction first. */
  create(from: ObjectType, to: ObjectType, label: string, inverseLabel: string): AssociationLabel[] {
    const typeId = this.#nextTypeId;
    this.#nextTypeId += 2;
    this.#definitions.push({ from, to, typeId, label, inverseLabel });
    return [shown(typeId, label), shown(typeId + 1, inverseLabel)];
  }

  /** Renames a label as seen from its own direction; false when there is none. */
  rename(from: ObjectType, to: ObjectType, typeId: number, label: string, inverseLabel: string): boolean {
    const definition = this.#find(from, to, typeId);
    if (definition === undefined) return false;
    Object.assign(definition, { label, inverseLabel });
    return true;
  }

  /** Drops a label in both directions; false when there is none. */
  remove(from: ObjectType, to: ObjectType, typeId: number): boolean {
    const definition = this.#find(from, to, typeId);
    this.#definitions = this.#definitions.filter((other) => other !== definition);
    return definition !== undefined;
  }

  #find(from: ObjectType, to: ObjectType, typeId: number): Definition | undefined {
    return this.#definitions.find(
      (definition) => definition.typeId === typeId && definition.from === from && definition.to === to,
    );
  }
}

const shown = (typeId: number, label: string): AssociationLabel => ({
  category: 'USER_DEFINED',
  typeId,
  label,
});
