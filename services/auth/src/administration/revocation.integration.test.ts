import { describe, expect, test } from '@jest/globals';
import {
  getTeam,
  getUser,
  resetUserPassword,
  updateUser,
  type User,
  type UserChange,
} from '@ridgeline/contracts';
import { changeOwnPassword, noteRevocationRead } from '@ridgeline/contracts/internal';
import { authOfFile } from '../testing/auth-of-file.ts';
import { goodPassword } from '../testing/auth-under-test.ts';

const { database, auth } = await authOfFile();
const admin = await auth.administrator('admin@example.com');

const edit = ({ id }: Pick<User, 'id'>, body: UserChange, by: User = admin) =>
  auth.as(by)(updateUser, { params: { id: String(id) }, body });

describe('Revoking access', () => {
  test('It takes effect immediately, gives the reason, and can be lifted', async () => {
    const { user } = await auth.register('leaver@example.com');
    await edit(user, { accessRevoked: true, accessRevokedReason: ' Left the firm ' });
    const revoked = { accessRevoked: true, accessRevokedReason: 'Left the firm' };
    expect(await auth.record(user.id)).toMatchObject({
      version: 2,
      sessionEpoch: 1,
      revokedReason: 'Left the firm',
    });
    expect(await auth.events(user.id)).toMatchObject([{ version: 2, revokedReason: 'Left the firm' }]);
    expect(await auth.as(user)(getUser)).toMatchObject(revoked);
    // Signing in works, so that the user sees the message (docs/decisions.md, 5).
    expect(await auth.signIn('leaver@example.com')).toMatchObject({ user: revoked, sessionEpoch: 1 });
    await auth.gateway(noteRevocationRead, { body: { userId: user.id } });
    expect((await auth.trail('leaver@example.com')).at(-1)).toMatchObject({
      action: 'access-revoked-confirmed',
      result: 'done',
    });

    expect(await edit(user, { accessRevoked: false })).toMatchObject({
      accessRevoked: false,
      accessRevokedReason: null,
    });
    // Sessions from before do not come back to life.
    expect(await auth.record(user.id)).toMatchObject({ version: 3, sessionEpoch: 2, revokedReason: null });
    expect(await auth.trailAbout('leaver@example.com')).toMatchObject([
      { action: 'access-revoked', detail: 'Left the firm' },
      { action: 'access-restored' },
    ]);
  });

  test('Without a reason the person reads the default one', async () => {
    const { user } = await auth.register('nothing-said@example.com');
    await edit(user, { accessRevoked: true });
    expect(await auth.record(user.id)).toMatchObject({ revokedReason: 'Access has been revoked' });
  });

  test('What the person had invited to is void', async () => {
    const { user } = await auth.register('inviter@example.com');
    await auth.invite(user, 'door@example.com');
    await edit(user, { accessRevoked: true, accessRevokedReason: 'Left' });
    expect((await auth.as(user)(getTeam)).invitations).toEqual([]);
    expect(await auth.trailAbout('inviter@example.com')).toMatchObject([
      { action: 'access-revoked', detail: 'Left; open invitations withdrawn: 1' },
    ]);
    await expect(auth.invite(user, 'door2@example.com')).rejects.toMatchObject({ status: 401 });
  });

  test('A reason that is too long has its text', async () => {
    await expect(
      edit(admin, { accessRevoked: true, accessRevokedReason: 'x'.repeat(501) }),
    ).rejects.toMatchObject({ status: 400, code: 'user.reason_too_long' });
  });

  test('When the person changes the password at the same moment, then both hold', async () => {
    const { user } = await auth.register('at-once@example.com');
    const body = {
      userId: user.id,
      currentPassword: await auth.seal(goodPassword),
      newPassword: await auth.seal('a-new-password'),
    };
    await Promise.all([
      auth.gateway(changeOwnPassword, { body }),
      edit(user, { accessRevoked: true, accessRevokedReason: 'Left' }),
    ]);
    expect(await auth.record(user.id)).toMatchObject({ version: 3, sessionEpoch: 2, revokedReason: 'Left' });
    const events = await auth.events(user.id);
    expect(events.map(({ version }) => version)).toEqual([2, 3]);
  });

  test.each([
    ['revoke their own access', { accessRevoked: true, accessRevokedReason: 'Oops' }],
    ['leave the administrators', { companyId: 'co_other' }],
  ])('An administrator cannot %s, and the attempt is noted', async (_, change) => {
    await expect(edit(admin, change)).rejects.toMatchObject({ status: 409, code: 'user.own_access' });
    expect(await auth.record(admin.id)).toMatchObject({ revokedReason: null });
    expect((await auth.trailAbout('admin@example.com')).at(-1)).toMatchObject({
      action: 'user-change',
      result: 'refused',
    });
  });

  test.each([
    ['revoke', { accessRevoked: true, accessRevokedReason: 'No, you' }],
    ['move', { companyId: 'co_other' }],
  ])(
    'When two administrators %s one another at the same moment, then one of them stays',
    async (name, change) => {
      await database.asAdmin(`insert into companies values ('co_other') on conflict do nothing`);
      const one = await auth.administrator(`${name}-1@example.com`);
      const two = await auth.administrator(`${name}-2@example.com`);
      const results = await Promise.allSettled([edit(two, change, one), edit(one, change, two)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 403, code: 'session.forbidden' },
      });
      const [winner, loser] = results[0].status === 'fulfilled' ? [one, two] : [two, one];
      expect((await auth.trailAbout(winner.email)).at(-1)).toMatchObject({
        action: 'user-change',
        result: 'refused',
        actor_id: loser.id,
      });
      // Signing in by another route does not help either.
      const late = auth.as(loser)(resetUserPassword, {
        params: { id: String(winner.id) },
        body: { newPassword: await auth.seal('mine-from-now-on') },
      });
      await expect(late).rejects.toMatchObject({ status: 403 });
      await auth.signIn(winner.email);
    },
  );

  test('Who is not revoked has nothing to confirm, and nothing is noted', async () => {
    const { user } = await auth.register('never@example.com');
    const lines = await auth.trail('never@example.com');
    await expect(auth.gateway(noteRevocationRead, { body: { userId: user.id } })).rejects.toMatchObject({
      status: 409,
      code: 'user.access_not_revoked',
    });
    expect(await auth.trail('never@example.com')).toEqual(lines);
  });

  test("An administrator can change their own name, and move to the administrators' other company", async () => {
    const other = await auth.administrator('admin-too@example.com');
    expect(await edit(other, { firstName: 'Ada', companyId: 'co_admin2' }, other)).toMatchObject({
      firstName: 'Ada',
      administrator: true,
    });
  });
});
