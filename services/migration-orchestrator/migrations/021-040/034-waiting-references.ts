import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * Records that were copied without an association, because the other record was not in HubSpot (ADR 74, 11). The release before
 * neither fills nor reads it.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table sync_waiting_references (
      connection_id integer not null,
      kind text not null,
      source_id text not null,
      -- The other record.
      wanted_kind text not null,
      wanted_id text not null,
      company_id text not null,
      primary key (connection_id, kind, source_id, wanted_kind, wanted_id)
    )`);
  await sql(companyScoped('sync_waiting_references'));
  await sql(
    `create index sync_waiting_references_by_wanted on sync_waiting_references (wanted_id, wanted_kind, connection_id)`,
  );
};
