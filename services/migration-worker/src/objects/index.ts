import type { objectTypes } from '@ridgeline/contracts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { contactMigration } from './contact/contact-migration.ts';

/** How each kind of record goes over: a kind of the contracts that has no line here does not compile. */
const migrations: Readonly<Record<keyof typeof objectTypes, ObjectMigration>> = {
  contacts: contactMigration,
};

/** The migration types whose records can go over. */
export const availableTypes: readonly string[] = Object.keys(migrations);

/** How records of this migration type go over; undefined when they cannot yet. */
export const objectMigrationOf = (migrationType: string): ObjectMigration | undefined =>
  new Map<string, ObjectMigration>(Object.entries(migrations)).get(migrationType);
