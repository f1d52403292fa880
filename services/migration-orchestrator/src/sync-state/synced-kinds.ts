import { objectTypes, type MigrationType, type ObjectType } from '@ridgeline/contracts';

/** A kind of record that auto-sync copies. */
export interface SyncedKind {
  readonly kind: string;
  readonly migrationType: MigrationType;
  readonly type: ObjectType;
  /** Whether the records that exist must be noted when it is switched on. */
  readonly notesExisting: boolean;
}

export const syncedKinds: readonly SyncedKind[] = (
  Object.entries(objectTypes) as [MigrationType, ObjectType][]
).flatMap(([migrationType, type]) =>
  type.sync ? [{ kind: type.name, migrationType, type, notesExisting: !type.sync.tellsCreation }] : [],
);

/** The migration type whose records are of this kind. Throws for a kind that auto-sync does not copy: no round is of one. */
export function migrationTypeOf(kind: string): MigrationType {
  const found = syncedKinds.find((one) => one.kind === kind);
  if (!found) throw new TypeError(`Auto-sync does not copy records of the kind ${kind}`);
  return found.migrationType;
}
