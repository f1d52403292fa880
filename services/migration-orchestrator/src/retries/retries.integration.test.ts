import { describe, expect, test } from '@jest/globals';
import {
  cancelMigration,
  listFollowing,
  retryMigration,
  retrySchema,
  runPlan,
  type Connection,
  type Migration,
  type Retry,
} from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { type AppError, newId } from '@ridgeline/kit';
import { claimedBy, fiveContacts } from '../testing/retried-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

const { CREATED, FAILED } = OutcomeKind;
const idOf = ({ id }: Pick<Migration, 'id'>) => ({ params: { id: String(id) } });

const retry = (migration: Migration, wanted: Partial<Retry> = {}, idempotencyKey = newId()) =>
  orchestrator.person('roofers')(
    retryMigration,
    { ...idOf(migration), body: retrySchema.parse(wanted) },
    { idempotencyKey },
  );

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error as AppError).code,
  );

const ended = (connection?: Connection) => fiveContacts(orchestrator, connection);
const claimed = (migration: Migration) => claimedBy(orchestrator, migration);

async function chosenBy(migration: Migration) {
  const run = await claimed(migration);
  return (await run.worker.chosenRecords(run)).records;
}

describe('creating a retry', () => {
  test('When failed records are retried, then a migration of only those follows on theirs, each knows the other, and its worker learns what to copy', async () => {
    const origin = await ended();
    const made = await retry(origin);
    expect(made).toMatchObject({
      status: 'queued',
      migrationType: 'contacts',
      connectionId: origin.connectionId,
      batchSize: origin.batchSize,
      dryRun: false,
      follows: { migrationId: origin.id, as: 'retry' },
    });
    const person = orchestrator.person('roofers');
    expect(await person(listFollowing, idOf(origin))).toMatchObject({
      followed: null,
      following: [{ id: made.id }],
    });
    expect(await person(listFollowing, idOf(made))).toMatchObject({
      followed: { id: origin.id },
      following: [],
    });
    const run = await claimed(made);
    expect(await run.worker.chosenRecords(run)).toEqual({
      records: ['f1', 'f2'].map((sourceId, index) => ({
        sourceId,
        position: index + 1,
        name: `Name ${sourceId}`,
        corrections: null,
      })),
      total: 2,
      next: null,
    });
    expect(await run.worker.chosenRecords(run, 1)).toMatchObject({
      records: [{ sourceId: 'f2' }],
      next: null,
    });
  });

  test.each([
    [{ outcome: 'skipped' }, ['s1', 's2']],
    [{ outcome: 'skipped', reason: 'no_email', records: ['s2', 'f1', 'missing'] }, ['s2']],
    [{ records: ['f2', 's1'] }, ['f2']],
    [{ records: ['f1'], corrections: { c1: { email: 'c@example.com' } } }, ['c1', 'f1']],
  ] as const)('When %j is asked for, then it copies %j', async (wanted, expected) => {
    const made = await retry(await ended(), retrySchema.parse(wanted));
    expect((await chosenBy(made)).map(({ sourceId }) => sourceId)).toEqual(expected);
  });

  test('When options are given, then they take the place of those of the migration, and one that its kind does not have is rejected', async () => {
    const origin = await ended();
    const made = await retry(origin, {
      outcome: 'skipped',
      options: { includeNoEmailContacts: true },
      dryRun: true,
    });
    expect(made).toMatchObject({ includeNoEmailContacts: true, dryRun: true });
    for (const options of [{ includeNoEmailContacts: 'yes' }, { another: true }])
      expect(await codeOf(retry(origin, { outcome: 'skipped', options }))).toBe('request.invalid');
  });

  test('When a retry itself has ended, then what failed again is retried', async () => {
    const first = await claimed(await retry(await ended()));
    await first.worker.plan(
      first,
      1,
      ['f1', 'f2'].map((id) => aCreate(id)),
    );
    await first.worker.batchDone(first, 1, { f1: CREATED, f2: FAILED }, { reason: 'invalid_value' });
    await first.worker.finish(first, 2);
    const second = await retry(first.migration);
    expect(second.follows).toEqual({ migrationId: first.migration.id, as: 'retry' });
    expect(await chosenBy(second)).toMatchObject([{ sourceId: 'f2', name: 'Name f2' }]);
  });

  test('When outcomes are those of the release before, which have no names, then they are retried as well', async () => {
    const origin = await ended();
    await database.asAdmin(`update outcomes set name = null where migration_id = ${String(origin.id)}`);
    expect(await chosenBy(await retry(origin))).toMatchObject([{ name: null }, { name: null }]);
  });
});

describe('what keeps records from being retried', () => {
  test('When two users retry the same records, then one of them learns that there is nothing left, until that retry has ended', async () => {
    const origin = await ended();
    const both = await Promise.allSettled([retry(origin), retry(origin)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(retry(origin, { records: ['f1'] }))).toBe('migration.nothing_to_retry');
    expect(await retry(origin, { dryRun: true })).toMatchObject({ dryRun: true });
    const [made] = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (!made) throw new Error('No retry was created');
    await orchestrator.person('roofers')(cancelMigration, idOf(made));
    expect(await retry(origin, { records: ['f1'] })).toMatchObject({ status: 'queued' });
  });

  test('When one call comes twice with its key, then one retry is created', async () => {
    const origin = await ended();
    const [one, other] = [await retry(origin, {}, 'the-same-key'), await retry(origin, {}, 'the-same-key')];
    expect(other.id).toBe(one.id);
    expect(await codeOf(retry(await ended(), {}, 'the-same-key'))).toBe('request.key_reused');
  });

  test('When the migration runs, is of another company, or has no such records, then the retry is rejected, and none of it is stored', async () => {
    const running = await orchestrator.run();
    expect(await codeOf(retry(running.migration))).toBe('migration.not_ended');
    const origin = await ended();
    const plumber = orchestrator.person('plumbers');
    const body = retrySchema.parse({});
    expect(await codeOf(plumber(retryMigration, { ...idOf(origin), body }))).toBe('migration.not_found');
    expect(await codeOf(plumber(listFollowing, idOf(origin)))).toBe('migration.not_found');
    expect(await codeOf(retry(origin, { reason: 'another' }))).toBe('migration.nothing_to_retry');
    expect(await orchestrator.person('roofers')(listFollowing, idOf(origin))).toMatchObject({
      following: [],
    });
  });

  test('When the connection has become invalid, then the retry is rejected as a migration would be', async () => {
    const connection = orchestrator.connection('roofers');
    const origin = await ended(connection);
    orchestrator.connection('roofers', { ...connection, hubspotStatus: 'invalid' });
    expect(await codeOf(retry(origin))).toBe('migration.connection_invalid');
    orchestrator.deleteConnection(connection);
    expect(await codeOf(retry(origin))).toBe('connection.not_found');
  });
});

describe('corrections', () => {
  test('When values are corrected, then the worker learns them with who corrected them and when, and the audit trail which they are, without the values', async () => {
    const corrections = { f1: { email: ' new@example.com ', city: 'Austin' } };
    const made = await retry(await ended(), { records: ['f1'], corrections });
    expect(await chosenBy(made)).toMatchObject([
      {
        sourceId: 'f1',
        corrections: {
          values: { email: 'new@example.com', city: 'Austin' },
          by: 'person@roofers.example',
          at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
    ]);
    const deed = (await orchestrator.deeds()).findLast(({ action }) => action === 'retry-created');
    expect(deed?.detail).toMatch(/\(retry of #\d+\); corrected: email, city of f1$/);
    expect(deed?.detail).not.toContain('example.com');
  });

  test.each([
    [
      { f1: { email: 'not an address' } },
      'corrections.f1.email',
      /^Email of f1: "not an address" does not fit. Enter an email address/,
    ],
    [
      { f1: { shoe_size: '9' } },
      'corrections.f1.shoe_size',
      /^shoe_size of f1: no migration writes this property/,
    ],
    [{ f1: { acculynx_contact_id: 'x' } }, 'corrections.f1.acculynx_contact_id', /cannot be corrected/],
    [{ missing: { city: 'Austin' } }, 'corrections.missing.city', /has no such record/],
  ])('When %j are sent, then the field %s says what is wrong', async (corrections, field, text) => {
    const origin = await ended();
    const refused = retry(origin, { corrections });
    await expect(refused).rejects.toMatchObject({
      code: 'migration.correction_invalid',
      fields: { [field]: expect.stringMatching(text) },
    });
    expect(await orchestrator.person('roofers')(listFollowing, idOf(origin))).toMatchObject({
      following: [],
    });
  });
});

describe('When a retry is planned by a dry run', () => {
  test('Then the run of its plan copies these records, with their corrections, and no others', async () => {
    const origin = await ended();
    const planned = await retry(origin, {
      dryRun: true,
      records: ['f1'],
      corrections: { f1: { firstname: 'Ann' } },
    });
    const dry = await claimed(planned);
    await dry.worker.plan(dry, 1, [aCreate('f1')]);
    await dry.worker.batchDone(dry, 1, { f1: CREATED }, { foreseen: true });
    await dry.worker.finish(dry, 1);
    const ofPlan = await orchestrator.person('roofers')(runPlan, idOf(planned));
    const worker = orchestrator.worker();
    const { epoch, settings } = await worker.claim(ofPlan.id);
    expect(settings).toMatchObject({ dryRun: false, onlyChosen: true, follows: { as: 'plan' } });
    expect(await worker.chosenRecords({ migrationId: ofPlan.id, epoch })).toMatchObject({
      records: [{ sourceId: 'f1', position: 1, corrections: { values: { firstname: 'Ann' } } }],
      total: 1,
    });
  });

  test('Then without its records, which retention has dropped, there is no plan', async () => {
    const planned = await retry(await ended(), { dryRun: true });
    const dry = await claimed(planned);
    await dry.worker.finish(dry, 0);
    await database.asAdmin(`delete from chosen_records where migration_id = ${planned.id}`);
    const run = orchestrator.person('roofers')(runPlan, idOf(planned));
    expect(await codeOf(run)).toBe('migration.not_a_plan');
  });
});
