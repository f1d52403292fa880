import { describe, expect, test } from '@jest/globals';
import {
  answerDuplicate,
  answerDuplicates,
  listDuplicates,
  takeBackAnswer,
  undoMigration,
  type Candidate,
  type Connection,
  type DuplicateAnswer,
} from '@ridgeline/contracts';
import type { LookAlikes } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { forgetOldKnown } from '../known-records/known-record-store.postgres.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const roofers = orchestrator.person('roofers');
const others = orchestrator.person('others');

const aCandidate = (hubspotId: string, ...likeness: Candidate['likeness']): Candidate => ({
  hubspotId,
  likeness,
  values: { firstname: 'Ann' },
});
const alike = (
  sourceId: string,
  candidates: readonly Candidate[],
  phone: string | null = null,
): LookAlikes => ({
  ...{ sourceId, name: `Name ${sourceId}`, values: { lastname: sourceId }, phone },
  candidates,
});

/** A completed dry run of a connection that found these look-alikes. */
async function dryRun(connection: Connection, found: readonly LookAlikes[]): Promise<Run> {
  const run = await orchestrator.run('roofers', connection, 'contacts', { dryRun: true });
  await run.worker.plan(
    run,
    1,
    found.map(({ sourceId }) => aCreate(sourceId)),
  );
  const outcomes = Object.fromEntries(found.map(({ sourceId }) => [sourceId, OutcomeKind.CREATED]));
  await run.worker.batchDone(run, 1, outcomes, { foreseen: true });
  await run.worker.reportLookAlikes(run, found);
  await run.worker.finish(run, found.length);
  return run;
}

const params = ({ migrationId }: Pick<Run, 'migrationId'>) => ({ id: String(migrationId) });
const list = (run: Run, query: { state?: 'open' | 'answered'; after?: string } = {}) =>
  roofers(listDuplicates, { params: params(run), query });
const idsOf = async (run: Run, state?: 'open' | 'answered'): Promise<string[]> =>
  (await list(run, state ? { state } : {})).duplicates.map(({ sourceId }) => sourceId);
const of = (run: Run, sourceId: string) => ({ params: { ...params(run), kind: 'contact', sourceId } });
const answer = (run: Run, sourceId: string, body: DuplicateAnswer) =>
  roofers(answerDuplicate, { ...of(run, sourceId), body });
const same = (hubspotId: string) => ({ decision: 'same', hubspotId }) as const;
const different = { decision: 'different' } as const;
const takeBack = (run: Run, sourceId: string) => roofers(takeBackAnswer, of(run, sourceId));

/** The HubSpot record to which a new run of the connection would copy a record. */
async function linkIn(connection: Connection, sourceId: string): Promise<string | null> {
  const run = await orchestrator.run('roofers', connection);
  const [known] = await run.worker.identities(run, [{ sourceId, key: null }]);
  await run.worker.finish(run, 0);
  return known?.hubspotId ?? null;
}

describe('What a dry run asks and reports', () => {
  test('When it is claimed, then only a dry run seeks look-alikes, and it gets what it would create once all is counted', async () => {
    const run = await orchestrator.run('roofers', undefined, 'contacts', { dryRun: true });
    await run.worker.plan(run, 1, [aCreate('a'), anUpdate('u', { city: null }, { city: 'Waco' })]);
    expect(await run.worker.plannedNew(run)).toEqual({ settled: false, records: [], next: null });
    await run.worker.batchDone(
      run,
      1,
      { a: OutcomeKind.CREATED, u: OutcomeKind.UPDATED },
      { foreseen: true },
    );
    const records = [{ sourceId: 'a', name: 'Name a', properties: { lastname: 'a' } }];
    expect(await run.worker.plannedNew(run)).toEqual({ settled: true, records, next: null });

    const seeking = async (dry: boolean): Promise<boolean | undefined> => {
      const { id } = await orchestrator.migration('roofers', undefined, 'contacts', { dryRun: dry });
      return (await orchestrator.worker().claim(id)).seeksLookAlikes;
    };
    expect([await seeking(true), await seeking(false)]).toEqual([true, undefined]);
  });

  test('When a candidate is what the run itself updates, or linked to another record, then it is none; a repetition adds nothing', async () => {
    const connection = orchestrator.connection('roofers');
    const first = await orchestrator.run('roofers', connection);
    await first.worker.plan(first, 1, [anUpdate('linked', { city: null }, { city: 'Waco' })]);
    await first.worker.batchDone(first, 1, { linked: OutcomeKind.UPDATED });
    await first.worker.finish(first, 1);
    const run = await orchestrator.run('roofers', connection, 'contacts', { dryRun: true });
    await run.worker.plan(run, 1, [
      aCreate('a'),
      aCreate('b'),
      anUpdate('own', { city: null }, { city: 'x' }),
    ]);
    const found = [
      alike('a', [aCandidate('hs-linked', 'phone'), aCandidate('hs-own', 'phone')], '5125550143'),
      alike('b', [aCandidate('hs-own', 'phone'), aCandidate('7', 'name')], '5125550143'),
    ];
    await run.worker.reportLookAlikes(run, found);
    await run.worker.reportLookAlikes(run, found);
    const { duplicates, ...counts } = await list(run);
    expect(counts).toEqual({ next: null, open: 1, answered: 0, same: 0 });
    expect(duplicates).toEqual([
      {
        ...{ kind: 'contact', sourceId: 'b', name: 'Name b', values: { lastname: 'b' }, phone: null },
        ...{ openWithPhone: 0, candidates: [aCandidate('7', 'name')], answer: null },
      },
    ]);
  });

  test('When there are more than a page holds, then each comes once', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => `r-${String(index).padStart(2, '0')}`);
    const connection = orchestrator.connection('roofers');
    const found = ids.map((id) => alike(id, [aCandidate(`hs-${id}`, 'name')]));
    const run = await dryRun(connection, found);
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await list(run, after ? { after } : {});
      seen.push(...page.duplicates.map(({ sourceId }) => sourceId));
      after = page.next;
    }
    expect(seen).toEqual(ids);
  });
});

describe('What users say of a possible duplicate', () => {
  test('When one is the same, then every later run finds the HubSpot record; taken back, it does not any more', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [alike('a', [aCandidate('71', 'phone')], '5125550143')]);
    const { answer: given } = await answer(run, 'a', same('71'));
    expect(given).toMatchObject({ decision: 'same', hubspotId: '71', by: 'person@roofers.example' });
    expect(await linkIn(connection, 'a')).toBe('71');
    expect([await idsOf(run, 'open'), await idsOf(run, 'answered')]).toEqual([[], ['a']]);

    expect(await takeBack(run, 'a')).toEqual({ linkedBy: null });
    expect(await idsOf(run, 'open')).toEqual(['a']);
    expect(await linkIn(connection, 'a')).toBeNull();
    expect(await takeBack(run, 'a')).toEqual({ linkedBy: null });
    const deeds = (await orchestrator.deeds())
      .filter((deed) => deed.action.startsWith('duplicate-'))
      .map(({ action, detail }) => [action, detail]);
    const id = String(run.migrationId);
    expect(deeds).toEqual([
      ['duplicate-answered', `#${id}: Name a (a): the same as HubSpot 71`],
      ['duplicate-answer-taken-back', `#${id}: Name a (a)`],
    ]);
  });

  test('When a migration has copied it since, then taking back says so, and both stay linked', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [alike('a', [aCandidate('hs-a', 'phone')])]);
    await answer(run, 'a', same('hs-a'));
    const later = await orchestrator.run('roofers', connection);
    await later.worker.plan(later, 1, [anUpdate('a', { city: null }, { city: 'Waco' })]);
    await later.worker.batchDone(later, 1, { a: OutcomeKind.UPDATED });
    await later.worker.finish(later, 1);
    expect(await takeBack(run, 'a')).toMatchObject({ linkedBy: later.migrationId });
    expect(await linkIn(connection, 'a')).toBe('hs-a');
  });

  test('When all are different, then no later dry run asks for them again, but for others', async () => {
    const connection = orchestrator.connection('roofers');
    const found = alike('a', [aCandidate('71', 'phone'), aCandidate('72', 'phone')]);
    const first = await dryRun(connection, [found]);
    await answer(first, 'a', different);
    expect(await idsOf(await dryRun(connection, [found]))).toEqual([]);
    const more = await dryRun(connection, [alike('a', [...found.candidates, aCandidate('73', 'name')])]);
    expect((await list(more, { state: 'open' })).duplicates).toMatchObject([
      { candidates: [{ hubspotId: '73' }] },
    ]);
    await answer(more, 'a', different);
    expect([await idsOf(first, 'answered'), await idsOf(more, 'answered')]).toEqual([['a'], ['a']]);
    await takeBack(more, 'a');
    expect(await idsOf(await dryRun(connection, [found]))).toEqual(['a']);
  });

  test('When another record is linked to the HubSpot record, then it is rejected, and the other one named', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [
      alike('a', [aCandidate('71', 'phone')]),
      alike('b', [aCandidate('71', 'phone'), aCandidate('72', 'name')]),
    ]);
    await answer(run, 'a', same('71'));
    await expect(answer(run, 'b', same('71'))).rejects.toMatchObject({
      code: 'duplicate.counterpart_taken',
      message: expect.stringContaining('Name a in AccuLynx is linked'),
    });
    await answer(run, 'b', same('72'));
    expect([await linkIn(connection, 'a'), await linkIn(connection, 'b')]).toEqual(['71', '72']);
    await answer(run, 'b', different);
    expect(await linkIn(connection, 'b')).toBeNull();
  });

  test('When the record was copied elsewhere after the dry run, then the same is rejected', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [alike('a', [aCandidate('71', 'phone')])]);
    const later = await orchestrator.run('roofers', connection);
    await later.worker.planCreates(later, 1, ['a']);
    await later.worker.batchDone(later, 1, { a: OutcomeKind.CREATED });
    await later.worker.finish(later, 1);
    await expect(answer(run, 'a', same('71'))).rejects.toMatchObject({ code: 'duplicate.copied_since' });
  });

  test('When all with one phone number are answered, then each gets its own candidate, and what is not clear is left', async () => {
    const connection = orchestrator.connection('roofers');
    const phone = '5125550143';
    const run = await dryRun(connection, [
      alike('a', [aCandidate('71', 'phone', 'name'), aCandidate('72', 'phone')], phone),
      alike('b', [aCandidate('72', 'phone')], phone),
      alike('c', [aCandidate('71', 'phone'), aCandidate('72', 'phone')], phone),
      alike('d', [aCandidate('74', 'phone')], '5125550144'),
    ]);
    expect((await list(run)).duplicates.map(({ openWithPhone }) => openWithPhone)).toEqual([3, 3, 3, 1]);
    const all = (decision: 'same' | 'different') =>
      roofers(answerDuplicates, { params: params(run), body: { phone, decision } });
    expect(await all('same')).toEqual({ answered: 2, left: 1 });
    expect([await linkIn(connection, 'a'), await linkIn(connection, 'b')]).toEqual(['71', '72']);
    expect(await all('different')).toEqual({ answered: 1, left: 0 });
    expect(await idsOf(run, 'open')).toEqual(['d']);
  });

  test('When an undo takes back what was copied to it, then the record stays linked, so that the next migration finds it again', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [alike('a', [aCandidate('hs-a', 'phone')])]);
    await answer(run, 'a', same('hs-a'));
    const later = await orchestrator.run('roofers', connection);
    await later.worker.plan(later, 1, [
      anUpdate('a', { acculynx_contact_id: null }, { acculynx_contact_id: 'a' }),
    ]);
    await later.worker.batchDone(later, 1, { a: OutcomeKind.UPDATED });
    await later.worker.finish(later, 1);
    const made = await roofers(undoMigration, { params: params(later), body: { dryRun: false } });
    const undo = await orchestrator.claimed(made);
    await undo.worker.plan(undo, 1, [
      anUpdate('a', { acculynx_contact_id: 'a' }, { acculynx_contact_id: '' }),
    ]);
    await undo.worker.batchDone(undo, 1, { a: OutcomeKind.UPDATED });
    await undo.worker.finish(undo, 1);
    expect(await linkIn(connection, 'a')).toBe('hs-a');
  });

  test('When a record is forgotten, then what was said of it is forgotten, too', async () => {
    const connection = orchestrator.connection('roofers');
    const found = alike('forgotten', [aCandidate('71', 'phone')]);
    await answer(await dryRun(connection, [found]), 'forgotten', different);
    await orchestrator.db.forSystem(async (tx) => {
      await tx.query(
        `update known_records set seen_at = now() - interval '100 days' where source_id = 'forgotten'`,
      );
      await forgetOldKnown(tx, 90, 10);
    });
    expect(await idsOf(await dryRun(connection, [found]))).toEqual(['forgotten']);
  });

  test('When it is what another company, or this dry run, does not have, then it is not found', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await dryRun(connection, [alike('a', [aCandidate('71', 'phone')])]);
    const asOthers = [
      others(listDuplicates, { params: params(run) }),
      others(answerDuplicate, { ...of(run, 'a'), body: different }),
      others(takeBackAnswer, of(run, 'a')),
      others(answerDuplicates, { params: params(run), body: { phone: '1', decision: 'same' } }),
    ];
    for (const call of asOthers) await expect(call).rejects.toMatchObject({ code: 'migration.not_found' });
    for (const call of [answer(run, 'x', different), answer(run, 'a', same('72'))])
      await expect(call).rejects.toMatchObject({ code: 'duplicate.not_found' });
    expect(await linkIn(connection, 'a')).toBeNull();
  });
});
