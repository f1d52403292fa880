import { describe, expect, test } from '@jest/globals';
import {
  acceptInvitation,
  getTeam,
  getUser,
  openOwnInvitation,
  removeMember,
  type User,
} from '@ridgeline/contracts';
import { createMailWriter } from '../mail-delivery/mail-writer.ts';
import { authOfFile } from '../testing/auth-of-file.ts';

const { database, auth } = await authOfFile();

/** Invites a user; returns the secret of the link. */
async function invited(by: User, email: string): Promise<string> {
  const { id } = await auth.invite(by, email);
  const write = createMailWriter({ db: database.db, publicUrl: 'https://ridgeline.example' });
  const job = { kind: 'invitation', email, invitationId: id } as const;
  const mail = await write({ ...job, id: 1, attempts: 1, createdAt: new Date() });
  const [, token = ''] = /\/auth\?invitation=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return token;
}

/** Two people of one company. */
async function team(name: string): Promise<{ one: User; two: User }> {
  const { user: one } = await auth.register(`${name}-one@example.com`);
  const email = `${name}-two@example.com`;
  const { user: two } = await auth.registerUnverified(email, { invitation: await invited(one, email) });
  return { one, two };
}

const open = (user: User, token: string) => auth.as(user)(openOwnInvitation, { body: { token } });
const accept = (user: User, token: string) => auth.as(user)(acceptInvitation, { body: { token } });
const remove = (by: User, id: number) => auth.as(by)(removeMember, { params: { id: String(id) } });
const membersOf = async (user: User) => (await auth.as(user)(getTeam)).members.map(({ id }) => id);
const jobsFor = (email: string) =>
  database.db.forSystem((tx) => tx.query('select kind from mail_jobs where email = $1', [email]));

describe('An email that is not verified', () => {
  test('It is no ground to invite from, and says what to do', async () => {
    const { user } = await auth.registerUnverified('unproved@example.com');
    await expect(auth.invite(user, 'outsider@example.com')).rejects.toMatchObject({
      status: 409,
      code: 'team.inviter_unverified',
      message: expect.stringContaining('Verify your own email address first'),
    });
    expect(await jobsFor('outsider@example.com')).toEqual([]);
    expect((await auth.trail('unproved@example.com')).at(-1)).toMatchObject({
      action: 'invitation-sent',
      result: 'refused',
      target_email: 'outsider@example.com',
    });
  });

  test('It is no ground to join by, until it is verified', async () => {
    const { user: host } = await auth.register('host@example.com');
    const token = await invited(host, 'guest@example.com');
    const { user: guest } = await auth.registerUnverified('guest@example.com');
    await expect(accept(guest, token)).rejects.toMatchObject({
      status: 409,
      code: 'team.invitee_unverified',
    });
    expect(await membersOf(host)).toEqual([host.id]);
    await database.asAdmin(`update users set email_verified_at = now() where id = ${guest.id}`);
    expect(await accept(guest, token)).toMatchObject({ companyId: host.companyId });
  });

  test('Who registers by the link of an invitation has shown that the address is theirs', async () => {
    expect((await team('proved')).two).toMatchObject({ emailVerified: true });
    expect(await jobsFor('proved-two@example.com')).toEqual([{ kind: 'invitation' }]);
  });
});

describe('Joining with an account that exists', () => {
  test('It moves with the next request, once, and leaves no invitation of its own behind', async () => {
    const { user: host } = await auth.register('old-host@example.com', { firstName: 'Hanna' });
    const token = await invited(host, 'old@example.com');
    const { user: guest } = await auth.register('OLD@example.com');
    await auth.invite(guest, 'friend@example.com');
    expect(await open(guest, token)).toMatchObject({ email: 'old@example.com', invitedBy: 'Hanna' });
    const moved = await accept(guest, token);
    expect(moved).toMatchObject({ id: guest.id, companyId: host.companyId });
    expect(await auth.record(guest.id)).toMatchObject({ companyId: host.companyId, sessionEpoch: 1 });
    expect(await membersOf(moved)).toEqual([host.id, guest.id]);
    expect((await auth.trail('OLD@example.com')).at(-1)).toMatchObject({
      action: 'invitation-accepted',
      company_id: host.companyId,
      detail: `Invited by old-host@example.com; left ${guest.companyId}`,
    });
    await expect(accept(moved, token)).rejects.toMatchObject({ code: 'team.already_member' });
    await database.asAdmin(`update users set company_id = '${guest.companyId}' where id = ${guest.id}`);
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 'team.invitation_invalid' });
    const left = await database.db.forSystem((tx) =>
      tx.query('select 1 from invitations where invited_by = $1', [guest.id]),
    );
    expect(left).toEqual([]);
  });

  test('It is for that email alone, and not for administrators', async () => {
    const { user: host } = await auth.register('strict-host@example.com');
    const { user: other } = await auth.register('strict-other@example.com');
    const token = await invited(host, 'strict@example.com');
    const otherAccount = { status: 409, code: 'team.invitation_other_account' };
    await expect(open(other, token)).rejects.toMatchObject(otherAccount);
    await expect(accept(other, token)).rejects.toMatchObject(otherAccount);
    const administrator = await auth.administrator('strict@example.com');
    await expect(accept(administrator, token)).rejects.toMatchObject({ code: 'user.own_access' });
    expect(await membersOf(host)).toEqual([host.id]);
  });
});

describe('Removing a member', () => {
  test('The user continues in a company of their own, with every session ended, and is notified', async () => {
    const { one, two } = await team('leave');
    await auth.invite(two, 'leave-friend@example.com');
    await remove(one, two.id);
    expect(await membersOf(one)).toEqual([one.id]);
    expect((await auth.as(one)(getTeam)).invitations).toEqual([]);
    const { user, sessionEpoch } = await auth.signIn('leave-two@example.com');
    expect(sessionEpoch).toBe(2);
    expect(user).toMatchObject({ id: two.id, accessRevoked: false, administrator: false });
    expect(user.companyId).not.toBe(one.companyId);
    expect(await membersOf(user)).toEqual([two.id]);
    expect(await auth.record(two.id)).toMatchObject({ companyId: user.companyId, sessionEpoch: 2 });
    await expect(auth.as(two)(getUser)).rejects.toMatchObject({ status: 401 });
    expect(await jobsFor('leave-two@example.com')).toContainEqual({ kind: 'member-removed' });
    expect((await auth.trail('leave-one@example.com')).at(-1)).toMatchObject({
      action: 'member-removed',
      target_email: 'leave-two@example.com',
      company_id: one.companyId,
    });
  });

  test('No old link leads back', async () => {
    const { user: one } = await auth.register('back-one@example.com');
    const token = await invited(one, 'back-two@example.com');
    const { user: two } = await auth.register('back-two@example.com');
    const moved = await accept(two, token);
    await remove(one, two.id);
    const { user } = await auth.signIn('back-two@example.com');
    await database.asAdmin(`update invitations set accepted = false`);
    await expect(accept(user, token)).rejects.toMatchObject({ code: 'team.invitation_invalid' });
    expect(moved.companyId).toBe(one.companyId);
  });

  test("No one can remove themselves, another company's user or an unknown user", async () => {
    const { one } = await team('keep');
    const { user: stranger } = await auth.register('keep-stranger@example.com');
    await expect(remove(one, one.id)).rejects.toMatchObject({ status: 409, code: 'team.own_membership' });
    const missing = { status: 404, code: 'team.member_not_found' };
    await expect(remove(one, stranger.id)).rejects.toMatchObject(missing);
    await expect(remove(one, 999_999)).rejects.toMatchObject(missing);
    expect((await auth.trail('keep-one@example.com')).slice(-3)).toMatchObject(
      Array.from({ length: 3 }, () => ({ action: 'member-removed', result: 'refused' })),
    );
    expect((await auth.as(stranger)(getUser)).companyId).toBe(stranger.companyId);
  });

  test('When two remove one another at the same moment, then one stays', async () => {
    const { one, two } = await team('both');
    const results = await Promise.allSettled([remove(one, two.id), remove(two, one.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await database.db.forSystem((tx) =>
      tx.query('select id from users where company_id = $1', [one.companyId]),
    );
    expect(left).toHaveLength(1);
  });
});
