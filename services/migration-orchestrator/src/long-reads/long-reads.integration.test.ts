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

test('When somebody asks for more logs and files than may wait, then others find their history, and what waited comes whole', async () => {
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
    expect(reading).toBe(2);
    expect(await service.person('others')(listMigrations)).toEqual([theirs]);
  } finally {
    end.resolve(undefined);
  }
  const answers = await Promise.all(asked);
  expect(answers.filter((status) => status === 200)).toHaveLength(32);
});
