import type { objectTypes } from '@ridgeline/contracts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { contactMigration } from './contact/contact-migration.ts';

/** How each kind of record goes over. */
const migrations: Readonly<Partial<Record<keyof typeof objectTypes, ObjectMigration>>> = {
  contacts: contactMigration,
};

const byType = new Map<string, ObjectMigration>(Object.entries(migrations));

/** The migration types whose records can go over. */
export const availableTypes: readonly string[] = [...byType.keys()];

/** How records of this migration type go over; undefined when they cannot yet. */
export const objectMigrationOf = (migrationType: string): ObjectMigration | undefined =>
  byType.get(migrationType);
