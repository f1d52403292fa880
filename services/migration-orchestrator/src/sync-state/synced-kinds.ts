import { objectTypes, type MigrationType, type ObjectType, type SyncTopics } from '@ridgeline/contracts';

/** A kind of record that auto-sync copies. */
export interface SyncedKind {
  readonly kind: string;
  readonly migrationType: MigrationType;
  readonly type: ObjectType;
  /** Whether the records that exist must be noted when it is switched on. */
  readonly notesExisting: boolean;
  readonly sweepAllEveryMs: number;
}

const sweptAs = ({ tellsCreation, sweepAllEveryMs }: SyncTopics) => ({
  notesExisting: !tellsCreation,
  sweepAllEveryMs,
});

export const syncedKinds: readonly SyncedKind[] = (
  Object.entries(objectTypes) as [MigrationType, ObjectType][]
).flatMap(([migrationType, type]) =>
  type.sync ? [{ kind: type.name, migrationType, type, ...sweptAs(type.sync) }] : [],
);

/** The kind of this name. Throws for one that auto-sync does not copy: no round and no sweep is of it. */
export function syncedKind(kind: string): SyncedKind {
  const found = syncedKinds.find((one) => one.kind === kind);
  if (!found) throw new TypeError(`Auto-sync does not copy records of the kind ${kind}`);
  return found;
}

/** The migration type whose records are of this kind. */
export const migrationTypeOf = (kind: string): MigrationType => syncedKind(kind).migrationType;
