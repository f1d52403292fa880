import { expect, test } from '@jest/globals';
import type { RecordFilter } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { changedRecords } from './record-changes.ts';

const { database, orchestrator } = await orchestratorOfFile();

const perBatch = 50;
const batches = 2_000;
const tries = 5;
/**
 * How many scans of all records' search texts a page may take; reading the planned values of all records takes far longer.
 */
const maxLooks = 4;

/** A completed dry run of 100,000 contacts of 20 values each, one in 1,000 of which fails. */
async function largePlan(): Promise<number> {
  const { id } = await orchestrator.migration('roofers', undefined, 'contacts', { dryRun: true });
  const ofBatch = `from generate_series(1, ${batches}) b`;
  const ofRecord = `${ofBatch} cross join generate_series(1, ${perBatch}) n`;
  const sourceId = `md5(b || '/' || n)`;
  const outcome = `case when (b * ${perBatch} + n) % 1000 = 0 then 'failed' else 'created' end`;
  await database.asAdmin(
    `insert into planned_records (migration_id, source_id, kind, company_id, batch)
     select ${id}, ${sourceId}, 'contact', 'roofers', b ${ofRecord}`,
    `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, warnings, name, search)
     select ${id}, ${sourceId}, 'contact', 'roofers', b, ${outcome}, array['text_cut'], 'Contact ' || b || ' of ' || n,
       'contact ' || b || ' of ' || n || ' user' || b || '-' || n || '@example.com' ${ofRecord}`,
    `insert into batches (migration_id, batch, company_id, epoch, revision, kind, pass, record_count, records, done_at)
     select ${id}, b, 'roofers', 1, 1, 'contact', 'records', ${perBatch}, (
       select json_agg(json_build_object('sourceId', ${sourceId}, 'name', 'Contact ' || b || ' of ' || n, 'action', 'create',
         'warnings', json_build_array(), 'properties', (
           select json_object_agg('property_' || p, md5(b || '/' || n || '/' || p)) from generate_series(1, 20) p)))
       from generate_series(1, ${perBatch}) n), now() ${ofBatch}`,
    `analyze outcomes, planned_records, batches`,
  );
  return id;
}

/** How long some work took, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('When a plan has 100,000 records, then any page of it costs no more than a few looks over their text, whatever is filtered or searched for', async () => {
  const migrationId = await largePlan();
  // Appending an empty string keeps Postgres from using an index.
  const lookOverAll = () =>
    database.db.forCompany('roofers', (tx) =>
      tx.query(`select count(*) from outcomes where migration_id = $1 and search || '' like '%no one%'`, [
        migrationId,
      ]),
    );
  const read = (filter: RecordFilter, batch = 0) => {
    const after = batch === 0 ? null : { batch, sourceId: 'z' };
    const page = { ...filter, kind: 'contact', migrationId, after, limit: 51 };
    return database.db.forCompany('roofers', (tx) => changedRecords(tx, page));
  };
  const cases: readonly [filter: RecordFilter, batch: number, records: number][] = [
    [{}, 0, 51],
    [{}, 1_900, 51],
    [{ outcome: 'created' }, 0, 51],
    [{ outcome: 'failed' }, 0, 51],
    [{ reason: 'none_has_it' }, 0, 0],
    [{ reason: 'text_cut' }, 1_000, 51],
    [{ search: 'contact' }, 0, 51],
    [{ search: 'user1999-50@' }, 0, 1],
    [{ search: 'nothing is called so' }, 0, 0],
    [{ search: 'example', outcome: 'failed' }, 1_000, 50],
  ];
  for (const [filter, batch, records] of cases) {
    const [pages, looks]: [number[], number[]] = [[], []];
    for (let once = 0; once < tries; once += 1) {
      pages.push(await timed(async () => expect(await read(filter, batch)).toHaveLength(records)));
      looks.push(await timed(lookOverAll));
    }
    const isQuick = Math.min(...pages) <= maxLooks * Math.min(...looks);
    expect({ filter, batch, isQuick }).toEqual({ filter, batch, isQuick: true });
  }
}, 120_000);
