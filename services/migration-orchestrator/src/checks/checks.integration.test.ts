import { describe, expect, test } from '@jest/globals';
import {
  exportCheckCsv,
  listCheckDifferences,
  listChecks,
  startCheck,
  undoMigration,
  type ApiClient,
  type Connection,
} from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { failIdleChecks } from './check-lease.postgres.ts';
import { forgetOldChecks } from './check-store.postgres.ts';
import { CheckUnderTest } from '../testing/check-under-test.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, aCreateWithout, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const worker = new CheckUnderTest(orchestrator);
const { CREATED, FAILED, UNCHANGED, UPDATED } = OutcomeKind;

const paramsOf = ({ migrationId }: Pick<Run, 'migrationId'>) => ({ id: String(migrationId) });
const checksOf = (run: Pick<Run, 'migrationId'>, company = 'roofers') =>
  orchestrator.person(company)(listChecks, { params: paramsOf(run) });
const ask = (run: Pick<Run, 'migrationId'>, whole = false, by: ApiClient = orchestrator.person('roofers')) =>
  by(startCheck, { params: paramsOf(run), body: { whole } });
const newest = async (run: Run) => {
  const [check] = (await checksOf(run)).checks;
  if (!check) throw new Error('The migration has no check');
  return check;
};
const differencesOf = async (run: Run, check: number) =>
  (
    await orchestrator.person('roofers')(listCheckDifferences, {
      params: { ...paramsOf(run), check: String(check) },
    })
  ).differences;

/** A migration that has ended, in which this many contacts were created. */
async function created(count: number): Promise<Run> {
  const run = await orchestrator.run('roofers');
  const ids = Array.from({ length: count }, (_, index) => `c${String(index)}`);
  for (let batch = 1; batch <= Math.ceil(count / 100); batch += 1) {
    const some = ids.slice((batch - 1) * 100, batch * 100);
    await run.worker.planCreates(run, batch, some);
    await run.worker.batchDone(run, batch, Object.fromEntries(some.map((id) => [id, CREATED])));
  }
  await run.worker.finish(run, count);
  return run;
}

/**
 * A migration of jobs with their contacts: it created `a` and later gave it a value, changed `b`, and skipped or failed
 * others.
 */
async function wrote(connection?: Connection): Promise<Run> {
  const run = await orchestrator.run('roofers', connection, 'jobs');
  const { worker: its } = run;
  const [email, kind] = ['x@example.com', 'contact'];
  const without = aCreateWithout('a', email);
  await its.plan(
    run,
    1,
    [
      without,
      anUpdate('b', { city: 'Reno', zip: null }, { city: 'Waco', zip: '76701' }),
      aCreate('left'),
      aCreate('failed', email),
    ],
    1,
    { kind },
  );
  await its.batchDone(run, 1, { a: CREATED, b: UPDATED, left: UNCHANGED, failed: FAILED });
  const given = { ...anUpdate('a', { email: null }, { email }), deferred: without.deferred };
  await its.plan(run, 2, [given], 1, { kind, pass: 'settle' });
  await its.batchDone(run, 2, { a: UPDATED });
  await its.planCreates(run, 3, ['j/a'], 'job_contact');
  await its.batchDone(run, 3, { 'j/a': CREATED });
  await its.finish(run, 0);
  return run;
}

const byHand = {
  ...{ isOurs: false, source: 'CRM_UI', sourceId: 'userId:7', name: 'Rosa Diaz' },
  at: '2026-11-26T10:00:00.000Z',
};
const changed = (property: string, author: typeof byHand | null = byHand) => ({
  differences: [
    { property, label: property === 'city' ? 'Home town' : null, written: 'Waco', now: 'Boise', author },
  ],
});

describe('The check with which a migration ends', () => {
  test('When records were written, then they are checked as their plans in force have them, with associations', async () => {
    const run = await wrote();
    const { id } = await newest(run);
    const pages = await worker.whole(id);
    const records = pages.flat().map(({ kind, sourceId, hubspotId, values }) => ({
      ...{ kind, sourceId, hubspotId, values },
    }));
    expect(records.toSorted((a, b) => a.sourceId.localeCompare(b.sourceId))).toEqual([
      {
        ...{ kind: 'contact', sourceId: 'a', hubspotId: 'hs-a' },
        values: { lastname: 'a', email: 'x@example.com' },
      },
      { kind: 'contact', sourceId: 'b', hubspotId: 'hs-b', values: { city: 'Waco', zip: '76701' } },
      { kind: 'job_contact', sourceId: 'j/a', hubspotId: 'hs-j/a', values: {} },
    ]);
    expect(await newest(run)).toMatchObject({
      ...{ state: 'done', whole: false, askedBy: null, total: 3, problem: null },
      figures: { records: 2, equal: 2, fields: 4, associations: 1, missing: 0 },
    });
  });

  test('When values differ, then each is listed with who changed it; a later run is named', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await wrote(connection);
    const later = await orchestrator.run('roofers', connection);
    await later.worker.plan(later, 1, [anUpdate('a', {}, { lastname: 'Z' })]);
    await later.worker.batchDone(later, 1, { a: UPDATED });
    await later.worker.finish(later, 1);
    const { id } = await newest(run);
    const ours = { ...byHand, isOurs: true, source: 'INTEGRATION' };
    await worker.whole(id, {
      a: changed('lastname', ours),
      b: { differences: [...changed('city').differences, ...changed('zip', null).differences] },
      'j/a': { standing: 'gone' },
    });
    expect((await newest(run)).figures).toMatchObject({
      records: 2,
      equal: 0,
      changed: 1,
      lost: 1,
      missing: 1,
    });
    const found = await differencesOf(run, id);
    expect(
      found.toSorted((a, b) => `${a.sourceId}${a.property}`.localeCompare(`${b.sourceId}${b.property}`)),
    ).toMatchObject([
      { sourceId: 'a', verdict: 'changed', changedBy: 'migration', migrationId: later.migrationId },
      {
        ...{ sourceId: 'b', verdict: 'changed', changedBy: 'user', sourceDetail: 'userId:7' },
        ...{ label: 'Home town', sourceName: 'Rosa Diaz' },
        ...{ written: 'Waco', now: 'Boise', changedAt: byHand.at },
      },
      { sourceId: 'b', property: 'zip', label: 'Postal Code', verdict: 'lost', changedBy: null },
      { sourceId: 'j/a', verdict: 'missing', property: null },
    ]);
    const csv = await orchestrator.download('roofers', exportCheckCsv, {
      params: { ...paramsOf(run), check: String(id) },
    });
    const lines = (await csv.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.join('\n')).toContain('"Home town","Waco","Boise","Rosa Diaz (HubSpot user 7)"');
  });

  test('When a migration wrote nothing, or failed, or is an undo, then it has none', async () => {
    const nothing = await orchestrator.run('roofers');
    await nothing.worker.planCreates(nothing, 1, ['u']);
    await nothing.worker.batchDone(nothing, 1, { u: UNCHANGED });
    await nothing.worker.finish(nothing, 1);
    expect(await checksOf(nothing)).toMatchObject({ checks: [], written: 0 });
    await expect(ask(nothing)).rejects.toMatchObject({ code: 'migration.nothing_to_check' });

    const failed = await orchestrator.run('roofers');
    await expect(ask(failed)).rejects.toMatchObject({ code: 'migration.not_ended' });
    await failed.worker.planCreates(failed, 1, ['f']);
    await failed.worker.batchDone(failed, 1, { f: CREATED });
    await failed.worker.finish(failed, 1, RunResult.FAILED, 'It failed');
    expect(await checksOf(failed)).toMatchObject({ checks: [], written: 1 });

    const made = await orchestrator.person('roofers')(undoMigration, {
      params: paramsOf(failed),
      body: { dryRun: true },
    });
    expect(await checksOf({ migrationId: made.id })).toMatchObject({ checks: [], written: 0 });
  });
});

describe('A check', () => {
  test('When its worker dies in the middle, then the next one has the same page, and each record is counted once', async () => {
    const run = await created(250);
    const { id } = await newest(run);
    const first = await worker.claim(id);
    const page = await worker.page(first);
    expect(page.records).toHaveLength(100);
    await worker.report(first, page);
    const second = await worker.page(first);
    await worker.release(first, { ms: 1, reason: 'HubSpot is unavailable' });
    expect(await newest(run)).toMatchObject({ state: 'waiting', problem: 'HubSpot is unavailable' });
    await expect(worker.report(first, second)).rejects.toMatchObject({ code: 'run.lease_lost' });
    await database.asAdmin(
      `update migration_checks set due_at = now() - interval '1 second' where id = ${String(id)}`,
    );
    const next = await worker.claim(id);
    expect(await worker.page(next)).toEqual(second);
    await worker.report(next, page);
    await worker.report(next, second);
    await worker.report(next, second);
    const rest = await worker.page(next);
    expect(rest).toMatchObject({ records: [], next: null });
    await worker.report(next, rest);
    await worker.end(next);
    expect(await newest(run)).toMatchObject({
      state: 'done',
      total: 200,
      figures: { records: 200, equal: 200 },
    });
    const ids = [...page.records, ...second.records].map(({ sourceId }) => sourceId);
    expect(new Set(ids).size).toBe(200);
    // A sample, not simply the first records.
    expect(ids.some((one) => Number(one.slice(1)) >= 200)).toBe(true);
  });

  test('When all is asked for, then all is compared, a batch with each page', async () => {
    const run = await created(250);
    await worker.whole((await newest(run)).id);
    const { id } = await ask(run, true);
    const pages = await worker.whole(id);
    expect(pages.map((records) => records.length)).toEqual([50, 100, 100]);
    expect((await checksOf(run)).checks).toMatchObject([
      { id, whole: true, askedBy: expect.any(Number), total: 250, figures: { records: 250 } },
      { whole: false, figures: { records: 200 } },
    ]);
  });

  test('When two users ask concurrently, then the second one is refused; a worker of the previous release is not offered it', async () => {
    const run = await created(1);
    await worker.whole((await newest(run)).id);
    const asked = await Promise.allSettled([ask(run), ask(run)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'migration.check_open' },
    });
    const { id } = await newest(run);
    expect(await worker.offers(['recent', 'all', 'portal'])).not.toContain(id);
    expect(await worker.offers()).toContain(id);
    expect(
      await database.db.forSystem((tx) => tx.query(`select from all_sweeps where id = $1`, [id])),
    ).toEqual([]);
  });

  test('When it cannot be made, or does not get on for hours, then it says why, and another one can be asked for', async () => {
    const run = await created(1);
    await worker.end(await worker.claim((await newest(run)).id), 'HubSpot rejected the token');
    expect(await newest(run)).toMatchObject({ state: 'failed', problem: 'HubSpot rejected the token' });
    const { id } = await ask(run);
    await worker.release(await worker.claim(id), { ms: 60_000, reason: 'HubSpot is unavailable' });
    await database.db.forSystem(failIdleChecks);
    expect(await newest(run)).toMatchObject({ state: 'waiting' });
    await database.asAdmin(
      `update migration_checks set moved_at = now() - interval '7 hours' where id = ${String(id)}`,
    );
    await database.db.forSystem(failIdleChecks);
    expect(await newest(run)).toMatchObject({ state: 'failed', problem: 'HubSpot is unavailable' });
    expect((await ask(run)).state).toBe('waiting');
  });

  test('When a user asks for one, then the audit trail has it; after the days of retention it is forgotten with its list', async () => {
    const run = await created(1);
    await worker.whole((await newest(run)).id, { c0: changed('lastname') });
    const { id } = await ask(run);
    expect(
      (await orchestrator.deeds()).filter(({ action }) => action === 'migration-checked').at(-1),
    ).toMatchObject({
      detail: `#${String(run.migrationId)}: a sample`,
    });
    await database.asAdmin(
      `update migration_checks set created_at = now() - interval '8 days' where migration_id = ${String(run.migrationId)}`,
    );
    while ((await database.db.forSystem((tx) => forgetOldChecks(tx, 7, 1))) > 0);
    // Open checks are kept.
    expect((await checksOf(run)).checks).toMatchObject([{ id }]);
    const left = `select count(*)::integer as left from check_differences where check_id <> ${String(id)} and kind = 'contact'
      and source_id = 'c0'`;
    expect(await database.db.forSystem((tx) => tx.one(left))).toEqual({ left: 0 });
  });

  test('When it is of another company, or of another migration, then there is none', async () => {
    const run = await created(1);
    const { id } = await newest(run);
    const others = orchestrator.person('others');
    const notFound = { code: 'migration.not_found' };
    await expect(checksOf(run, 'others')).rejects.toMatchObject(notFound);
    await expect(ask(run, false, others)).rejects.toMatchObject(notFound);
    const params = { ...paramsOf(run), check: String(id) };
    await expect(others(listCheckDifferences, { params })).rejects.toMatchObject(notFound);
    const another = { id: String((await created(1)).migrationId), check: String(id) };
    const own = orchestrator.person('roofers');
    await expect(own(listCheckDifferences, { params: another })).rejects.toMatchObject(notFound);
    const theirs = await orchestrator.run('others');
    const mixed = { id: String(theirs.migrationId), check: String(id) };
    await expect(others(listCheckDifferences, { params: mixed })).rejects.toMatchObject(notFound);
  });
});
