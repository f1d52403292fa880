import { describe, expect, test } from '@jest/globals';
import {
  getSweeps,
  getSync,
  listSweepFindings,
  sweepNow,
  type Connection,
  type SweepFinding,
} from '@ridgeline/contracts';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually } from '@ridgeline/testkit/integration';
import { forgetOldRecords } from '../retention/retention.ts';
import { exposeSweeps } from '../sweeps/sweep-metrics.ts';
import { startSweepUpkeep } from '../sweeps/sweep-upkeep.ts';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);
const logger = createLogger({ service: 'test', level: 'silent' });
const [roofers, others] = [orchestrator.person('roofers'), orchestrator.person('others')];

const ofConnection = ({ id }: Connection) => ({ params: { id: String(id) } });
const none = {
  lastAt: null,
  nextAt: null,
  allComparedAt: null,
  allTakesMs: null,
  missed: 0,
  late: 0,
  early: 0,
};

/** Inserts this many findings of a connection, cycling through the verdicts. */
const manyFindings = ({ id }: Connection, count: number) =>
  database.asAdmin(
    `insert into sweep_findings (connection_id, company_id, kind, source_id, verdict)
     select ${String(id)}, 'roofers', 'contact', 'c-' || n, (array['missed', 'late', 'early'])[n % 3 + 1]
     from generate_series(1, ${String(count)}) n`,
  );

describe('What people see of sweeps', () => {
  test('When sweeps have ended, then their times are shown, and what was found, by verdict', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    const before = await roofers(getSweeps, ofConnection(connection));
    expect(before).toEqual({ ...none, nextAt: expect.any(String) });
    await sweeps.whole(connection, []);
    await sweeps.whole(connection, [], 'recent');
    // Jobs have not been compared yet.
    expect(await roofers(getSweeps, ofConnection(connection))).toMatchObject({
      lastAt: expect.any(String),
      allComparedAt: null,
      allTakesMs: null,
    });
    await sweeps.whole(connection, [], 'all', 'job');
    await manyFindings(connection, 7);
    const status = await roofers(getSweeps, ofConnection(connection));
    expect(status).toMatchObject({ missed: 2, late: 3, early: 2, allTakesMs: expect.any(Number) });
    expect(await roofers(getSync, ofConnection(connection))).toMatchObject({ missed: 2 });
    expect(Date.parse(status.allComparedAt ?? '')).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test('When findings are listed, then they come newest first, a page at a time, of one verdict if wanted', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await manyFindings(connection, 120);
    await sweeps.whole(connection, page({ a: 'two' }));
    const list = (query: { verdict?: 'missed' | 'open'; before?: string }) =>
      roofers(listSweepFindings, { ...ofConnection(connection), query });
    expect((await list({ verdict: 'open' })).findings).toEqual([
      expect.objectContaining({ sourceId: 'a', name: 'Name a', kind: 'contact', changedAt: null }),
    ]);
    const seen: SweepFinding[] = [];
    for (let hasMore = true; hasMore;) {
      const last = seen.at(-1);
      const next = await list(last ? { before: String(last.id) } : {});
      seen.push(...next.findings);
      hasMore = next.hasMore;
    }
    expect(seen).toHaveLength(121);
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((one, other) => other - one));
    expect((await list({ verdict: 'missed' })).findings).toHaveLength(40);
  });

  test('When a user asks for a check, then all sweeps are due now', async () => {
    const connection = await sync.switchedOn();
    await sweeps.whole(connection, [], 'recent');
    expect(await roofers(sweepNow, ofConnection(connection))).toEqual({ started: 2 });
    const { nextAt } = await roofers(getSweeps, ofConnection(connection));
    expect(Date.parse(nextAt ?? '')).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("When a connection is another company's, then it does not exist; one whose auto-sync was never on has no sweeps", async () => {
    const [connection, never] = [await sync.switchedOn(), orchestrator.connection('roofers')];
    for (const endpoint of [getSweeps, listSweepFindings, sweepNow])
      await expect(others(endpoint, { ...ofConnection(connection), query: {} })).rejects.toMatchObject({
        code: 'connection.not_found',
      });
    expect(await roofers(getSweeps, ofConnection(never))).toEqual(none);
    expect(await roofers(listSweepFindings, { ...ofConnection(never), query: {} })).toEqual({
      findings: [],
      hasMore: false,
    });
    expect(await roofers(sweepNow, ofConnection(never))).toEqual({ started: 0 });
  });
});

describe('What runs beside sweeps', () => {
  test('When no event of a finding came for as long as is configured, then the upkeep says that it is missed', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sweeps.whole(connection, page({ a: 'two' }));
    await using resources = new AsyncDisposableStack();
    resources.use(
      startSweepUpkeep({ db: database.db, missedAfterMs: 50, logger, onChange: () => undefined }),
    );
    await eventually(
      async () => expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'missed' }]),
      {
        what: 'the finding to be missed',
      },
    );
  });

  test('When findings are older than what is kept, then retention forgets them', async () => {
    const connection = await sync.switchedOn();
    await manyFindings(connection, 2);
    await database.asAdmin(
      `update sweep_findings set found_at = now() - interval '91 days'
       where connection_id = ${String(connection.id)} and source_id = 'c-1'`,
    );
    await forgetOldRecords(database.db, 90);
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'c-2' }]);
  });

  test('When sweeps are late, then the metrics tell for how long, those that wait for a vendor left out, and what was found in the last 2 hours', async () => {
    await database.asAdmin(`delete from sweep_findings`, `update sweeps set due_at = null`);
    const registry = new Registry();
    exposeSweeps({ db: database.db, logger, registry });
    const valueOf = async (series: string): Promise<number> => {
      const lines = (await registry.metrics()).split('\n');
      return Number(lines.find((one) => one.startsWith(`${series} `))?.split(' ')[1]);
    };
    const overdue = (pass: string) => valueOf(`ridgeline_sweep_overdue_seconds{pass="${pass}"}`);
    expect(await overdue('recent')).toBe(0);
    const connection = await sync.switchedOn();
    const [recent, all] = [await sweeps.of(connection, 'recent'), await sweeps.of(connection, 'all')];
    const waiting = await sweeps.of(await sync.switchedOn(), 'recent');
    await sweeps.release(waiting, { ms: 3_600_000, reason: 'AccuLynx is unavailable' });
    await database.asAdmin(
      `update sweeps set due_at = due_at - interval '10 minutes' where id in (${String(recent.sweepId)}, ${String(all.sweepId)})`,
    );
    expect(await overdue('recent')).toBeGreaterThan(590);
    expect(await overdue('recent')).toBeLessThan(700);
    // A worker holds it: reading all records takes time.
    expect(await overdue('all')).toBeLessThan(60);
    await sweeps.release(all);
    expect(await overdue('all')).toBeGreaterThan(590);

    await manyFindings(connection, 4);
    await database.asAdmin(
      `update sweep_findings set found_at = now() - interval '3 hours' where source_id = 'c-3'`,
    );
    expect(await valueOf('ridgeline_sweep_findings{verdict="missed"}')).toBe(0);
    expect(await valueOf('ridgeline_sweep_findings{verdict="late"}')).toBe(2);
  });
});
