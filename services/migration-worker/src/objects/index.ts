import type { objectTypes } from '@ridgeline/contracts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { contactsByIds } from './contact/reading/contact-by-ids.ts';
import { contactsAlong } from './contact/reading/listed-contacts.ts';
import { contactMigration } from './contact/contact-migration.ts';
import { jobMigration, type JobContacts } from './job/job-migration.ts';

/** The contacts related to jobs. */
const jobContacts: JobContacts = {
  object: contactMigration,
  reader: contactsByIds,
  roundReader: contactsAlong,
};

/** How each kind of record is copied; a type of the contracts without an entry here does not compile. */
const migrations: Readonly<Record<keyof typeof objectTypes, ObjectMigration>> = {
  contacts: contactMigration,
  jobs: jobMigration(jobContacts),
};

const byType = new Map<string, ObjectMigration>(Object.entries(migrations));

/** The migration types whose records can be copied. */
export const availableTypes: readonly string[] = [...byType.keys()];

/** How records of this migration type are copied; undefined if they are not supported yet. */
export const objectMigrationOf = (migrationType: string): ObjectMigration | undefined =>
  byType.get(migrationType);
