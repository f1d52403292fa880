import type { Program } from '../measuring/program.ts';
import { startOrchestratorStand } from './orchestrator-stand.ts';

/** The service over a migration with 10,000 lines. */
export interface LogsStand {
  readonly service: Program<string>;
  readonly migrationId: number;
  /** The headers of a person who may read them, good for a minute. */
  headers(): Promise<Readonly<Record<string, string>>>;
}

export const lines = 10_000;
const companyId = 'co_one';

/**
 * As workers write them: a line for each batch, and as many about single contacts, each with a name and an id of its own.
 * AccuLynx's contact ids count upwards in their first group.
 */
const fill = `
  insert into migration.logs (migration_id, company_id, line_id, logged_at, level, name, message, context)
  select $1, $2, n::text, now() - n * interval '137 milliseconds',
    case n % 2 when 0 then 'success' else 'warning' end,
    case n % 2 when 1 then format('Contact %s Harris %s', n % 97, n) end,
    case n % 2
      when 0 then format('Batch %s: %s created, %s updated, %s unchanged', n / 2, n % 31, n % 13, n % 7)
      else 'HubSpot has no email address for it' end,
    case n % 2
      when 0 then format('{"created":%s,"updated":%s,"unchanged":%s}', n % 31, n % 13, n % 7)
      else format('{"sourceId":"%s-91d2-ef11-8f6e-000d3a5b7c01","reason":"no_email"}',
        lpad(to_hex(190103722 + n * 3), 8, '0')) end::json
  from generate_series(1, ${lines}) n`;

/** Starts it; all ends with the resources. */
export async function startLogsStand(resources: AsyncDisposableStack): Promise<LogsStand> {
  const stand = await startOrchestratorStand(resources, 'logs-endpoint');
  const { admin } = stand;
  const migrationId = await admin.forSystem(async (tx) => {
    const { id } = await tx.one<{ id: number }>(
      `insert into migration.migrations (company_id, created_by, connection_id, connection_name, migration_type,
         batch_size, concurrency, delay_ms, kind, options)
       values ($1, 1, 1, 'Brazos Roofing', 'contacts', 50, 3, 100, 'contact', '{}') returning id`,
      [companyId],
    );
    return id;
  });
  await admin.forSystem(async (tx) => {
    await tx.query(`select migration.make_record_block($1)`, [migrationId]);
    await tx.query(fill, [migrationId, companyId]);
  });
  return { service: await stand.start(companyId), migrationId, headers: () => stand.headers(companyId) };
}
