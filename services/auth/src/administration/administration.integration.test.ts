import { describe, expect, test } from '@jest/globals';
import {
  getUser,
  listUsers,
  resetUserPassword,
  updateUser,
  type User,
  type UserChange,
} from '@ridgeline/contracts';
import { authOfFile } from '../testing/auth-of-file.ts';

const { database, auth } = await authOfFile();
const admin = await auth.administrator('admin@example.com');

const edit = ({ id }: Pick<User, 'id'>, body: UserChange, by: User = admin) =>
  auth.as(by)(updateUser, { params: { id: String(id) }, body });

describe('Listing users', () => {
  test('Administrators see all users, with the last sign-in, a registration too, and without a hash', async () => {
    const { user } = await auth.register('listed@example.com');
    const found = async () => (await auth.as(admin)(listUsers)).find(({ id }) => id === user.id);
    const before = await found();
    expect(before).toEqual({ ...user, createdAt: expect.any(String), lastSignInAt: before?.createdAt });
    await auth.signIn('listed@example.com');
    const after = await found();
    expect(Date.parse(after?.lastSignInAt ?? '')).toBeGreaterThan(Date.parse(before?.lastSignInAt ?? ''));
    const users = await auth.as(admin)(listUsers);
    expect(users.find(({ id }) => id === admin.id)?.administrator).toBe(true);
    expect(JSON.stringify(users)).not.toContain('argon2');
  });

  test('No one else may do any of it', async () => {
    const { user } = await auth.register('nosy@example.com');
    const params = { id: String(admin.id) };
    const refused = { status: 403, code: 'session.forbidden' };
    const call = auth.as(user);
    await expect(call(listUsers)).rejects.toMatchObject(refused);
    await expect(call(updateUser, { params, body: { firstName: 'X' } })).rejects.toMatchObject(refused);
    const body = { newPassword: await auth.seal('a-new-password') };
    await expect(call(resetUserPassword, { params, body })).rejects.toMatchObject(refused);
    await expect(auth.gateway(listUsers)).rejects.toMatchObject({ status: 401 });
  });
});

describe('Editing a user', () => {
  test('Only what is sent and not empty changes, and each difference is noted', async () => {
    const { user } = await auth.register('edited@example.com', { firstName: 'Ann', lastName: 'Roofer' });
    const edited = await edit(user, {
      firstName: ' ',
      lastName: 'Tiler',
      email: ' new@example.com ',
    });
    expect(edited).toMatchObject({
      firstName: 'Ann',
      lastName: 'Tiler',
      email: 'new@example.com',
      username: 'new@example.com',
      companyId: user.companyId,
    });
    expect(await auth.as(user)(getUser)).toMatchObject({ email: 'new@example.com' });
    expect(await auth.trailAbout('edited@example.com')).toMatchObject([
      {
        action: 'user-change',
        result: 'done',
        detail: 'last name: Roofer -> Tiler; email: edited@example.com -> new@example.com',
      },
    ]);
  });

  test('An edit that changes nothing does nothing', async () => {
    const { user } = await auth.register('same@example.com', { firstName: 'Ann' });
    for (const change of [
      {},
      { firstName: 'Ann', companyId: ` ${user.companyId} ` },
      { accessRevoked: false },
    ])
      expect(await edit(user, change)).toMatchObject(user);
    expect(await auth.record(user.id)).toMatchObject({ version: 1 });
    expect(await auth.events(user.id)).toEqual([]);
    expect(await auth.trailAbout('same@example.com')).toEqual([]);
  });

  test('Both mailboxes are notified of another email, and not of another spelling', async () => {
    const { user } = await auth.register('before@example.com');
    const jobs = () =>
      database.db.forSystem((tx) =>
        tx.query(
          `select kind, email from mail_jobs where kind like 'email-%' and email ~* '(before|elsewhere)@'`,
        ),
      );
    await edit(user, { email: 'Before@example.com' });
    expect(await jobs()).toEqual([]);
    await edit(user, { email: 'elsewhere@example.com' });
    expect(await jobs()).toEqual([
      { kind: 'email-replaced', email: 'Before@example.com' },
      { kind: 'email-assigned', email: 'elsewhere@example.com' },
      { kind: 'email-verification', email: 'elsewhere@example.com' },
    ]);
  });

  test('A move to another company takes effect immediately and publishes an event', async () => {
    const { user } = await auth.register('moved@example.com');
    const { user: other } = await auth.register('other@example.com');
    await auth.invite(user, 'friend@example.com');
    await edit(user, { companyId: other.companyId });
    const record = { userId: user.id, companyId: other.companyId, version: 2, sessionEpoch: 1 };
    expect(await auth.record(user.id)).toMatchObject(record);
    expect(await auth.events(user.id)).toMatchObject([record]);
    await expect(auth.as(user)(getUser)).rejects.toMatchObject({ status: 401 });
    expect(await auth.signIn('moved@example.com')).toMatchObject({ user: { companyId: other.companyId } });
    // Invitations to the former company are void.
    const invitations = await database.db.forSystem((tx) =>
      tx.query('select 1 from invitations where invited_by = $1', [user.id]),
    );
    expect(invitations).toEqual([]);
  });

  test('A move into the administrators makes one, even as the first of that company', async () => {
    const { user } = await auth.register('promoted@example.com');
    expect(await edit(user, { companyId: 'co_admin2' })).toMatchObject({ administrator: true });
    expect(await auth.record(user.id)).toMatchObject({ companyId: 'co_admin2', administrator: true });
  });

  test.each(['co_unknown', 'co_\u0000', 'two words', 'x'.repeat(41)])(
    'A company that does not exist is refused beside its field: %j',
    async (companyId) => {
      const { user } = await auth.register(`${companyId.length}-stays@example.com`);
      await expect(edit(user, { companyId })).rejects.toMatchObject({
        status: 400,
        code: 'user.company_unknown',
        fields: { companyId: 'There is no company with this ID' },
      });
      expect(await auth.record(user.id)).toMatchObject({ version: 1, companyId: user.companyId });
    },
  );

  test('An email that is taken in any case is refused beside its field', async () => {
    const { user } = await auth.register('wants@example.com');
    await auth.register('has@example.com');
    await expect(edit(user, { email: 'HAS@example.com' })).rejects.toMatchObject({
      status: 409,
      code: 'auth.email_taken',
      fields: { email: 'An account with this email already exists' },
    });
  });

  test('An unknown user is 404', async () => {
    await expect(edit({ id: 999_999 }, { firstName: 'X' })).rejects.toMatchObject({ code: 'user.not_found' });
  });

  test('Whatever else is sent is ignored', async () => {
    const { user } = await auth.register('plain@example.com');
    const claims = {
      firstName: 'Ann',
      id: 1,
      passwordHash: 'x',
      sessionEpoch: 99,
      administrator: true,
      ...(JSON.parse('{"__proto__":{"accessRevoked":true}}') as object),
    } as UserChange;
    expect(await edit(user, claims)).toMatchObject({ ...user, firstName: 'Ann' });
    expect(await auth.signIn('plain@example.com')).toMatchObject({ sessionEpoch: 1 });
  });

  test('When the email changes, then a reset link that went to the old mailbox is void', async () => {
    const { user } = await auth.register('mailbox@example.com');
    await database.asAdmin(
      `insert into reset_tokens values (${user.id}, '\\x00', now() + interval '30 minutes')`,
    );
    await edit(user, { email: 'mailbox2@example.com' });
    const tokens = await database.db.forSystem((tx) =>
      tx.query('select 1 from reset_tokens where user_id = $1', [user.id]),
    );
    expect(tokens).toEqual([]);
  });
});

describe("Setting a user's password", () => {
  const reset = async (id: number, password: string) =>
    auth.as(admin)(resetUserPassword, {
      params: { id: String(id) },
      body: { newPassword: await auth.seal(password) },
    });

  test('Every session ends, the new password works, and the owner is notified', async () => {
    const { user } = await auth.register('forgetful@example.com');
    expect(await reset(user.id, 'set-by-an-admin')).toEqual({ message: expect.any(String) });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
    await auth.signIn('forgetful@example.com', 'set-by-an-admin');
    await expect(auth.signIn('forgetful@example.com')).rejects.toMatchObject({ status: 401 });
    const jobs = await database.db.forSystem((tx) =>
      tx.query('select kind from mail_jobs where email = $1', ['forgetful@example.com']),
    );
    expect(jobs).toEqual([{ kind: 'password-changed' }]);
    expect(await auth.trailAbout('forgetful@example.com')).toMatchObject([{ action: 'user-password-reset' }]);
  });

  test.each([
    ['1234567', 'user.password_too_short', 'Password must be at least 8 characters long'],
    ['Password1', 'auth.password_common', expect.stringContaining('most common')],
    ['admin@example.com', 'auth.password_easy', expect.stringContaining('email address')],
  ])('"%s" is refused beside its field', async (password, code, text) => {
    await expect(reset(admin.id, password)).rejects.toMatchObject({
      status: 400,
      code,
      fields: { newPassword: text },
    });
  });

  test('An unknown user is 404', async () => {
    await expect(reset(999_999, 'set-by-an-admin')).rejects.toMatchObject({ code: 'user.not_found' });
  });
});
