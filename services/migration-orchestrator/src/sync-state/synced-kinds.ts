import { objectTypes, type MigrationType, type ObjectType, type SyncTopics } from '@ridgeline/contracts';

/** A kind of record that auto-sync copies. */
export interface SyncedKind {
  readonly kind: string;
  readonly migrationType: MigrationType;
  readonly type: ObjectType;
  /** Whether existing records must be stored when it is switched on. */
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

/** The kind with this name. Throws for a kind that auto-sync does not copy: no round or sweep has one. */
export function syncedKind(kind: string): SyncedKind {
  const found = syncedKinds.find((one) => one.kind === kind);
  if (!found) throw new TypeError(`Auto-sync does not copy records of the kind ${kind}`);
  return found;
}

/** The migration type whose records are of this kind. */
export const migrationTypeOf = (kind: string): MigrationType => syncedKind(kind).migrationType;
