import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * What auto-sync's list keeps beyond one round.
 *
 * What waited when a kind's auto-sync was switched off is kept until it is on again, and copied then by the rule that it
 * waited under: `since` is when auto-sync was switched on then. The release before drops such a list, as it always did.
 *
 * A record that was copied by a round that fails after that is tried again: so its outcome keeps the attempts before.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table sync_kept_records (
      connection_id integer not null,
      kind text not null,
      source_id text not null,
      company_id text not null,
      since timestamptz not null,
      origin text not null,
      known_at timestamptz not null,
      newest_at timestamptz not null,
      primary key (connection_id, kind, source_id)
    )`);
  await sql(companyScoped('sync_kept_records'));
  // Null: what holds for its connection.
  await sql(`alter table sync_records add column since timestamptz`);
  await sql(`alter table sync_outcomes add column attempts integer, add column first_failed_at timestamptz`);
  // How often a round failed while batches of it were not counted.
  await sql(`alter table sync_rounds add column failures integer not null default 0`);
  // By the name of the kind: since when it was on before it was switched off last, and until when.
  await sql(`alter table sync_connections add column formerly_on jsonb not null default '{}'`);
};
