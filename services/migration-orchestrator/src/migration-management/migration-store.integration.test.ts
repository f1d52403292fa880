import { expect, test } from '@jest/globals';
import { createMigration } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

test('When twenty migrations are created concurrently with room for seven, then seven are queued, thirteen are refused, and others are not held back', async () => {
  await database.asAdmin(
    `insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id,
       migration_type, kind, batch_size, concurrency, delay_ms, options)
     select 'roofers', 1, 1, 'Main office', 'portal', 'contacts', 'contact', 10, 1, 0, '{}'
     from generate_series(1, 993)`,
  );
  const { id: connectionId } = orchestrator.connection('roofers');
  const body = { connectionId, migrationType: 'contacts' } as const;
  const create = () => orchestrator.person('roofers')(createMigration, { body });
  const settled = await Promise.allSettled(Array.from({ length: 20 }, create));
  const refused = settled.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : []));
  expect(refused).toHaveLength(13);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 429, code: 'migration.too_many_queued' });
  await expect(orchestrator.migration('tilers')).resolves.toMatchObject({ status: 'queued' });

  await database.asAdmin(
    `update migrations set status = 'cancelled', completed_at = now()
     where id = (select min(id) from migrations)`,
  );
  expect(await create()).toMatchObject({ status: 'queued' });
  await expect(create()).rejects.toMatchObject({ code: 'migration.too_many_queued' });
});
