import { describe, expect, test } from '@jest/globals';
import { listActivity, listUsers } from '@ridgeline/contracts';
import { Outcome, topics } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { authOfFile } from '../testing/auth-of-file.ts';
import { origin } from '../testing/auth-under-test.ts';
import { record } from './audit-store.postgres.ts';
import { addAuditEvent } from './audit-consumer.ts';
import { noteLeftOutRefusals, refusalBounds } from './refusal-bounds.postgres.ts';

const { database, auth } = await authOfFile();

/** An event of another service, as the consumer receives it. */
function auditEventOf(
  actorId: number,
  more: { companyId?: string; [name: string]: unknown } = {},
  id = newId(),
) {
  const { companyId = 'co_audit' } = more;
  const value = {
    action: 'connection-created',
    outcome: Outcome.DONE,
    actorId,
    companyId,
    address: '203.0.113.9',
    userAgent: 'Browser of a test',
    detail: '"Main office" (#7)',
    ...more,
  };
  const envelope = { id, type: 'x', time: '2026-11-20T10:00:00.000Z', companyId };
  return { topic: topics.auditEntry.name, key: companyId, value, envelope } as Parameters<
    typeof addAuditEvent
  >[1];
}

const lines = (condition: string) =>
  database.db.forSystem((tx) => tx.query(`select * from audit where ${condition} order by id`));

describe('Audit events of other services', () => {
  test('An audit event is recorded once, with its user, origin and time', async () => {
    const { user } = await auth.register('doer@example.com');
    const { companyId } = user;
    const event = auditEventOf(user.id, { companyId });
    expect([await addAuditEvent(database.db, event), await addAuditEvent(database.db, event)]).toEqual([
      { verdict: 'done' },
      { verdict: 'done' },
    ]);
    expect(await lines(`action = 'connection-created'`)).toMatchObject([
      {
        result: 'done',
        actor_id: user.id,
        actor_email: 'doer@example.com',
        company_id: companyId,
        address: '203.0.113.9',
        user_agent: 'Browser of a test',
        detail: '"Main office" (#7)',
        at: new Date('2026-11-20T10:00:00.000Z'),
      },
    ]);
    const administrator = await auth.administrator('audit-admin@example.com');
    const query = { action: 'connection-created' } as const;
    expect((await auth.as(administrator)(listActivity, { query })).entries).toHaveLength(1);
  });

  test.each([
    { action: 'sign-in' },
    { action: 'access-restored' },
    { action: 'nonsense' },
    { outcome: Outcome.UNSPECIFIED },
    { outcome: 9 },
  ])('What no other service may tell goes to the dead letters: %j', async (more) => {
    const before = await lines('true');
    expect(await addAuditEvent(database.db, auditEventOf(1, more))).toMatchObject({ verdict: 'dead' });
    expect(await lines('true')).toHaveLength(before.length);
  });
});

describe('What the product does automatically', () => {
  test('When a webhook was subscribed again automatically, then the trail has a line without a user', async () => {
    const { user } = await auth.register('automatic@example.com');
    const more = { companyId: user.companyId, action: 'connection-subscribed-again', detail: 'automatic' };
    expect(await addAuditEvent(database.db, auditEventOf(0, more))).toEqual({ verdict: 'done' });
    expect(await lines(`detail = 'automatic'`)).toMatchObject([
      { actor_id: null, actor_email: null, company_id: user.companyId, result: 'done' },
    ]);
  });

  test('When an event of a user action names no user, or the company does not exist, then the trail does not change', async () => {
    const { user } = await auth.register('not-automatic@example.com');
    const before = await lines('true');
    for (const forged of [
      auditEventOf(0, { companyId: user.companyId }),
      auditEventOf(0, { companyId: 'nowhere', action: 'connection-subscribed-again' }),
    ])
      expect(await addAuditEvent(database.db, forged)).toMatchObject({ verdict: 'dead' });
    expect(await lines('true')).toHaveLength(before.length);
  });
});

describe('Forged audit events', () => {
  test('When the named user was never in the company, then the trail does not change', async () => {
    const [{ user: doer }, { user: other }] = [
      await auth.register('innocent@example.com'),
      await auth.register('elsewhere-audit@example.com'),
    ];
    const before = await lines('true');
    for (const forged of [
      auditEventOf(doer.id, { companyId: other.companyId }),
      auditEventOf(2_000_000_000, { companyId: other.companyId }),
    ])
      expect(await addAuditEvent(database.db, forged)).toMatchObject({ verdict: 'dead', kind: 'unknown' });
    expect(await lines('true')).toHaveLength(before.length);
  });

  test('When a user has been moved since, then earlier actions are still recorded', async () => {
    const { user } = await auth.register('mover-audit@example.com');
    const { user: host } = await auth.register('host-audit@example.com');
    await database.asAdmin(`update users set company_id = '${host.companyId}' where id = ${user.id}`);
    const late = auditEventOf(user.id, { companyId: user.companyId, detail: 'done before the move' });
    expect(await addAuditEvent(database.db, late)).toEqual({ verdict: 'done' });
    expect(await lines(`detail = 'done before the move'`)).toHaveLength(1);
  });
});

describe('Refusals', () => {
  test('Who asks for what is not for them is noted', async () => {
    const { user } = await auth.register('curious@example.com');
    await expect(auth.as(user)(listUsers)).rejects.toMatchObject({ status: 403 });
    expect((await auth.trail('curious@example.com')).at(-1)).toMatchObject({
      action: 'access-denied',
      result: 'refused',
      company_id: user.companyId,
      detail: 'GET /api/users',
    });
  });

  const refuse = (email: string, address: string, id: number | null = null) =>
    database.db.forSystem((tx) =>
      record(tx, {
        action: 'sign-in',
        result: 'refused',
        actor: { id, email },
        companyId: null,
        origin: { address, userAgent: null },
        detail: 'Unknown email',
      }),
    );
  const many = async (times: number, attempt: (n: number) => Promise<unknown>) => {
    for (let number = 0; number < times; number += 1) await attempt(number);
  };

  test('A flood from one address leaves so many lines, the last of which says so; others still leave theirs', async () => {
    await many(refusalBounds.network + 5, (n) =>
      refuse(`flood-${n}@example.com`, `2001:db8:1:${n.toString(16)}::1`),
    );
    const flood = await lines(`actor_email like 'flood-%'`);
    expect(flood).toHaveLength(refusalBounds.network);
    expect(flood.at(-1)?.['detail']).toBe(
      'Unknown email (further refusals of this kind are not listed within this hour)',
    );
    await refuse('elsewhere@example.com', '198.51.100.4');
    expect(await auth.trail('elsewhere@example.com')).toHaveLength(1);
  });

  test('When one person is refused 200 times more than all together may be, then others still leave their lines', async () => {
    const { user } = await auth.register('blinder@example.com');
    const { user: other } = await auth.register('watched@example.com');
    const entry = {
      action: 'access-denied',
      result: 'refused',
      actor: { id: user.id },
      companyId: user.companyId,
      origin,
    } as const;
    await database.db.forSystem((tx) => many(refusalBounds.all + 200, () => record(tx, entry)));
    const own = await lines(`action = 'access-denied' and actor_id = ${user.id}`);
    expect(own).toHaveLength(refusalBounds.person);
    await auth
      .as(other)(listUsers)
      .catch(() => null);
    expect(await lines(`action = 'access-denied' and actor_id = ${other.id}`)).toHaveLength(1);
  });

  test('Where lines were left out, one note tells how many when the hour is over, and whose they were', async () => {
    const { user } = await auth.register('noted@example.com');
    await many(refusalBounds.person + 7, () => refuse('noted@example.com', '198.51.100.77', user.id));
    await many(refusalBounds.network + 2, (n) => refuse(`noted-${n}@example.com`, '198.51.100.78'));
    const end = () => database.db.forSystem(noteLeftOutRefusals);
    await end();
    const notes = () => lines(`detail like '%are not listed'`);
    expect(await notes()).toEqual([]);
    await database.asAdmin(`update audit_refusals set hour = '2026-11-20T10:00:00Z'`);
    await Promise.all([end(), end()]);
    const between = 'of this kind between 10:00 and 11:00 UTC are not listed';
    const texts = (await notes()).map((note) => [note['actor_email'], note['address'], note['detail']]);
    expect(texts).toEqual(
      expect.arrayContaining([
        ['noted@example.com', null, `7 further refusals ${between}`],
        [null, '198.51.100.78', `2 further refusals ${between}`],
      ]),
    );
    expect(new Set(texts.map(String)).size).toBe(texts.length);
    expect(await database.db.forSystem((tx) => tx.query('select from audit_refusals'))).toEqual([]);
  });

  test('Beyond the bound of all nothing grows but one number', async () => {
    await refuse('first@example.com', '198.51.100.5');
    await database.asAdmin(
      `update audit_refusals set seen = ${refusalBounds.all} where action = 'sign-in' and subject = 'all:unknown'`,
    );
    const subjects = () => database.db.forSystem((tx) => tx.query('select subject from audit_refusals'));
    const [before, known] = [await lines('true'), await subjects()];
    await many(5, (n) => refuse(`spread-${n}@example.com`, `198.51.101.${n}`));
    expect(await lines('true')).toHaveLength(before.length);
    expect(await subjects()).toHaveLength(known.length);
  });
});
