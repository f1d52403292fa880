import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** Connections whose stored credentials are tried from time to time, as the connection service's events told of them. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table connections_to_check (
      connection_id integer primary key,
      company_id text not null,
      revision integer not null,
      next_check_at timestamptz not null
    )`);
  await sql('create index connections_to_check_due on connections_to_check (next_check_at)');
  await sql(companyScoped('connections_to_check'));
};
