import { describe, expect, test } from '@jest/globals';
import { getRecordLife, searchRecords, type KnownRecord } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { forgetOldRecords } from '../retention/retention.ts';
import { measured } from '../testing/measured-database.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';
import { findByWords } from '../known-records/known-record-store.postgres.ts';
import { rangesOfSearch } from '../known-records/record-words.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const { CREATED, UPDATED } = OutcomeKind;

const search = async (text: string, company = 'roofers') =>
  (await orchestrator.person(company)(searchRecords, { query: { search: text } })).records.map(
    ({ sourceId }) => sourceId,
  );
const life = (sourceId: string, company = 'roofers', kind = 'contact') =>
  orchestrator.person(company)(getRecordLife, { params: { kind, id: sourceId } });

const named = (sourceId: string, name: string, key: string) => ({ ...aCreate(sourceId, key), name });

describe('The search for records', () => {
  test('A record is found by the beginnings of its words, its email and its ids, in its company only', async () => {
    const run = await orchestrator.run('roofers');
    await run.worker.plan(run, 1, [
      named('s1', 'Ann Whitfield', 'ann.w@summit.example'),
      named('s2', 'Joanna Whitman', 'jo@brazos.example'),
    ]);
    await run.worker.batchDone(run, 1, { s1: CREATED, s2: CREATED });
    expect(await search('whit')).toEqual(['s1', 's2']);
    expect(await search('WHIT an')).toEqual(['s1']);
    expect(await search('jo@brazos.example')).toEqual(['s2']);
    expect(await search('brazos')).toEqual(['s2']);
    expect(await search('s2')).toEqual(['s2']);
    expect(await search('hs-s1')).toEqual(['s1']);
    expect(await search('field')).toEqual([]);
    expect(await search('whit', 'others')).toEqual([]);
    await expect(life('s1', 'others')).rejects.toMatchObject({ code: 'record.not_found' });
  });

  test('A record whose name changed is found by both names, and stands under the new one', async () => {
    const first = await orchestrator.run('renamed');
    await first.worker.plan(first, 1, [named('r1', 'Old Name', 'r1@x.example')]);
    const second = await orchestrator.run('renamed');
    await second.worker.plan(second, 1, [named('r1', 'Fresh Title', 'r1@x.example')]);
    expect(await search('old', 'renamed')).toEqual(['r1']);
    expect(await life('r1', 'renamed')).toMatchObject({ record: { name: 'Fresh Title' }, events: [] });
  });

  test('Its history has what happened to it in each migration and by auto-sync, newest first', async () => {
    const connection = await sync.switchedOn('living');
    const run = await orchestrator.run('living', connection);
    await run.worker.plan(run, 1, [named('l1', 'Lee Long', 'lee@x.example'), aCreate('l2')]);
    await run.worker.batchDone(run, 1, { l1: CREATED, l2: CREATED });
    await sync.events(connection, ['l1']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [{ ...anUpdate('l1', { phone: '1' }, { phone: '2' }), name: 'Lee Long' }]);
    await sync.batchDone(round, 1, { l1: UPDATED });
    const { record, events } = await life('l1', 'living');
    expect(record).toEqual({ kind: 'contact', sourceId: 'l1', name: 'Lee Long', key: null });
    expect(events).toMatchObject([
      { migrationId: null, outcome: 'updated', changes: [{ property: 'phone', before: '1', after: '2' }] },
      { migrationId: run.migrationId, outcome: 'created', hubspotId: 'hs-l1' },
    ]);
  });

  test('After the time of retention it is forgotten, with its words', async () => {
    const run = await orchestrator.run('old');
    await run.worker.plan(run, 1, [named('o1', 'Olga Older', 'olga@x.example')]);
    await database.asAdmin(
      `update known_records set seen_at = now() - interval '400 days' where company_id = 'old'`,
    );
    await forgetOldRecords(database.db, 365);
    expect(await search('olga', 'old')).toEqual([]);
    const words = await database.db.forSystem((tx) =>
      tx.query(`select word from record_words where company_id = 'old'`),
    );
    expect(words).toEqual([]);
  });
});

test('A search among 100,000 records of a company, of which Postgres has no statistics, reads what it finds', async () => {
  await database.asAdmin(
    `insert into known_records (company_id, kind, source_id, name, key)
     select 'large', 'contact', 'n' || n, 'First' || n || ' Last' || n, 'mail' || n || '@x.example'
     from generate_series(1, 100000) n`,
    `insert into record_words (company_id, word, kind, source_id)
     select 'large', w || n, 'contact', 'n' || n from generate_series(1, 100000) n, unnest(array['first', 'last', 'mail']) w`,
  );
  const watched = measured(database.db);
  const find = (text: string): Promise<KnownRecord[]> =>
    watched.db.forCompany('large', (tx) => {
      const [first, ...others] = rangesOfSearch(text);
      if (!first) throw new Error('No word');
      return findByWords(tx, 'large', [first, ...others], 21);
    });
  const cost = async (text: string): Promise<{ found: number; rows: number }> => {
    const before = await watched.rowsRead();
    const { length: found } = await find(text);
    return { found, rows: (await watched.rowsRead()) - before };
  };
  // Without statistics, at most all words with the beginning are read, and never those with other beginnings.
  expect(await cost('last')).toEqual({ found: 21, rows: expect.any(Number) });
  expect((await cost('last')).rows).toBeLessThan(101_000);
  expect((await cost('last7777')).rows).toBeLessThan(60);
  const exact = await cost('last77777 first77777');
  expect(exact.found).toBe(1);
  expect(exact.rows).toBeLessThan(20);
  const none = await cost('zebra');
  expect(none).toEqual({ found: 0, rows: expect.any(Number) });
  expect(none.rows).toBeLessThan(5);
});
