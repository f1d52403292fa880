import type { MigrationStep } from '@ridgeline/postgres';

/**
 * The name of the record that a line is about, stated once: its message follows it (ADR 70). Former lines have none; their
 * message begins with it. They stay as they are, and the release before writes such lines until it is replaced.
 */
export const up: MigrationStep = (sql) => sql(`alter table logs add column name text`);
