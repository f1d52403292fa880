import { expect, test } from '@jest/globals';
import {
  exportLogsCsv,
  exportLogsNdjson,
  exportOutcomesCsv,
  exportOutcomesNdjson,
  getMigrationLogs,
  listMigrations,
} from '@ridgeline/contracts';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { eventually, testDatabase } from '@ridgeline/testkit/integration';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { storeLogs } from '../testing/stored-logs.ts';

const calls = [getMigrationLogs, exportLogsCsv, exportLogsNdjson, exportOutcomesCsv, exportOutcomesNdjson];

test('When a user asks for more logs and files than may wait, then others find their history, and what waited comes whole', async () => {
  await using own = await testDatabase('migration');
  const pool = { url: own.url, applicationName: 'people', max: 4, acquireTimeoutMs: 1_000 };
  await using people = openDatabase(pool);
  const end = Promise.withResolvers<undefined>();
  let isSlow = false;
  let reading = 0;
  const forCompany: Database['forCompany'] = (companyId, work) =>
    people.forCompany(companyId, async (tx) => {
      if (isSlow && companyId === 'roofers') {
        reading += 1;
        await end.promise;
      }
      return work(tx);
    });
  await using service = await startOrchestrator(own.db, { pools: { people: { ...people, forCompany } } });
  const { id } = await service.migration('roofers');
  const theirs = await service.migration('others');
  await storeLogs(own, id, 2_500);

  isSlow = true;
  const refused: (string | null)[] = [];
  const ask = async (call: (typeof calls)[number]): Promise<number> => {
    const answer = await service.download('roofers', call, { params: { id: String(id) } });
    if (answer.status === 429) refused.push(answer.headers.get('retry-after'));
    const lines = (await answer.text()).trimEnd().split('\n').length;
    if (call === exportLogsNdjson && answer.ok) expect(lines).toBe(2_500);
    return answer.status;
  };
  const asked = Array.from({ length: 8 }, () => calls.map(ask)).flat();
  try {
    const areRefused = () => expect(refused).toEqual(Array.from({ length: 8 }, () => '1'));
    await eventually(areRefused, { what: 'what is too much to be refused' });
    await eventually(() => expect(reading).toBe(2), { what: 'two of them to be read' });
    expect(await service.person('others')(listMigrations)).toEqual([theirs]);
    expect(reading).toBe(2);
  } finally {
    end.resolve(undefined);
  }
  const answers = await Promise.all(asked);
  expect(answers.filter((status) => status === 200)).toHaveLength(32);
});

test('When ten companies search their logs concurrently, then three searches run, and another company finds its history', async () => {
  await using own = await testDatabase('migration');
  const pool = { url: own.url, applicationName: 'people', max: 5, acquireTimeoutMs: 1_000 };
  await using people = openDatabase(pool);
  const searching = Array.from({ length: 10 }, (_, index) => `searching-${index}`);
  const end = Promise.withResolvers<undefined>();
  let isSlow = false;
  let running = 0;
  const forCompany: Database['forCompany'] = (companyId, work) =>
    people.forCompany(companyId, async (tx) => {
      if (isSlow && searching.includes(companyId)) {
        running += 1;
        await end.promise;
      }
      return work(tx);
    });
  await using service = await startOrchestrator(own.db, { pools: { people: { ...people, forCompany } } });
  const logs: { readonly companyId: string; readonly id: number }[] = [];
  for (const companyId of searching) logs.push({ companyId, id: (await service.migration(companyId)).id });
  const theirs = await service.migration('others');

  isSlow = true;
  const searches = logs.map(({ companyId, id }) =>
    service.person(companyId)(getMigrationLogs, { params: { id: String(id) }, query: { search: 'x' } }),
  );
  try {
    await eventually(() => expect(running).toBe(3), { what: 'three searches' });
    expect(await service.person('others')(listMigrations)).toEqual([theirs]);
    expect(running).toBe(3);
  } finally {
    end.resolve(undefined);
  }
  expect(await Promise.all(searches)).toHaveLength(10);
});
