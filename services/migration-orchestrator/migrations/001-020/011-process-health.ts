import type { MigrationStep } from '@ridgeline/postgres';

/**
 * People look at attempts as processes: each has a number of its own, keeps what its migration had counted when it ended,
 * and those that ended a short time ago are found without reading the others.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table attempts
      add column id integer generated always as identity,
      add column processed_count integer,
      add column target_count integer`);
  await sql(
    `create index attempts_ended_of_company on attempts (company_id, ended_at) where ended_at is not null`,
  );
  await sql(`create index attempts_ended on attempts (ended_at) where ended_at is not null`);
};
