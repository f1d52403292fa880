import type { MigrationStep } from '@ridgeline/postgres';

/** How jobs become deals. A connection that was saved before has the defaults. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column default_deal_pipeline text,
      add column default_deal_stage text,
      add column deal_stage_by_milestone jsonb not null default '{}',
      add column job_details text[] not null default '{}',
      add column include_dead_jobs boolean not null default false`);
};
