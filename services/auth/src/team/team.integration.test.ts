import { describe, expect, test } from '@jest/globals';
import { getTeam, withdrawInvitation, type User } from '@ridgeline/contracts';
import { readInvitation } from '@ridgeline/contracts/internal';
import type { MailJob } from '../mails/mail-job.ts';
import { createMailWriter, type Mail } from '../mail-delivery/mail-writer.ts';
import { authOfFile } from '../testing/auth-of-file.ts';

const { database, auth } = await authOfFile();

const invite = (by: User, email: string, idempotencyKey?: string) => auth.invite(by, email, idempotencyKey);

/** The email of an invitation, as the runner would send it now. */
async function mailOf(invitationId: number): Promise<Mail | null> {
  const write = createMailWriter({ db: database.db, publicUrl: 'https://ridgeline.example' });
  const job: MailJob = {
    kind: 'invitation',
    email: '',
    invitationId,
    id: 1,
    attempts: 1,
    createdAt: new Date(),
  };
  return write(job);
}

/** The secret of an invitation's link. */
async function tokenOf(invitationId: number): Promise<string> {
  const mail = await mailOf(invitationId);
  const [, token = ''] = /\/auth\?invitation=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return token;
}

const accept = (email: string, invitation: string) => auth.register(email, { invitation });
const open = (token: string) => auth.gateway(readInvitation, { body: { token } });
const invalid = { status: 400, code: 'team.invitation_invalid' };
const exists = { status: 409, code: 'team.account_exists' };

const jobsFor = (email: string) =>
  database.db.forSystem((tx) => tx.query('select kind from mail_jobs where email = $1', [email]));

describe('Inviting', () => {
  test('A colleague gets a mail, and the invitation is on the list for a week', async () => {
    const { user } = await auth.register('ann@example.com', { firstName: 'Ann', lastName: 'Roofer' });
    const invitation = await invite(user, ' bob@example.com ');
    expect(invitation).toMatchObject({ email: 'bob@example.com', invitedBy: 'Ann Roofer' });
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.invitedAt)) / 86_400_000;
    expect(days).toBe(7);
    expect(await auth.as(user)(getTeam)).toEqual({
      members: [
        {
          id: user.id,
          email: 'ann@example.com',
          firstName: 'Ann',
          lastName: 'Roofer',
          accessRevoked: false,
          joinedAt: expect.any(String),
        },
      ],
      invitations: [invitation],
    });
    expect(await jobsFor('bob@example.com')).toEqual([{ kind: 'invitation' }]);
    expect(await mailOf(invitation.id)).toMatchObject({
      to: 'bob@example.com',
      subject: 'Ann Roofer invites you to Ridgeline',
    });
    expect((await auth.trail('ann@example.com')).at(-1)).toMatchObject({
      action: 'invitation-sent',
      target_id: null,
      target_email: 'bob@example.com',
      company_id: user.companyId,
    });
  });

  test('Inviting again renews it: one invitation, and only the new link works', async () => {
    const { user } = await auth.register('again@example.com');
    const first = await invite(user, 'carl@example.com');
    const older = await tokenOf(first.id);
    await database.asAdmin(`update invitations set expires_at = now() + interval '1 minute'`);
    const second = await invite(user, 'CARL@example.com');
    expect(second.id).toBe(first.id);
    expect(Date.parse(second.expiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    await expect(open(older)).rejects.toMatchObject(invalid);
    expect(await open(await tokenOf(first.id))).toMatchObject({ email: 'carl@example.com' });
    expect((await auth.as(user)(getTeam)).invitations).toHaveLength(1);
  });

  test('Who has an account already cannot be invited', async () => {
    const { user } = await auth.register('asks@example.com');
    await auth.register('has@example.com');
    await expect(invite(user, 'HAS@example.com')).rejects.toMatchObject({
      status: 409,
      code: 'auth.email_taken',
      fields: { email: 'An account with this email already exists' },
    });
  });

  test('Fifty are the most, also when many come at the same moment', async () => {
    const { user } = await auth.register('many@example.com');
    const { user: other } = await auth.register('many-too@example.com');
    await database.asAdmin(`update users set company_id = '${user.companyId}' where id = ${other.id}`);
    const colleague = { ...other, companyId: user.companyId };
    const results = await Promise.allSettled(
      Array.from({ length: 53 }, (_, number) =>
        invite(number % 2 === 0 ? user : colleague, `many-${number}@example.com`),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ status: 409, code: 'team.invitations_full' });
    const [oldest] = (await auth.as(user)(getTeam)).invitations.slice(-1);
    const { id, email } = oldest ?? { id: 0, email: '' };
    await invite(user, email);
    await auth.as(user)(withdrawInvitation, { params: { id: String(id) } });
    await invite(user, 'one-more@example.com');
  });

  test('The same Idempotency-Key invites once, and is rejected for another user', async () => {
    const { user } = await auth.register('retry@example.com');
    const key = 'once-and-only-once';
    const [first, again] = await Promise.all([
      invite(user, 'dora@example.com', key),
      invite(user, 'dora@example.com', key),
    ]);
    expect(again).toEqual(first);
    expect(await jobsFor('dora@example.com')).toHaveLength(1);
    await expect(invite(user, 'eve@example.com', key)).rejects.toMatchObject({ code: 'request.key_reused' });
  });
});

describe('Accepting', () => {
  test("Who registers with the link joins the inviter's company, once", async () => {
    const { user } = await auth.register('host@example.com', { firstName: 'Hanna' });
    const { id } = await invite(user, 'guest@example.com');
    const token = await tokenOf(id);
    expect(await open(token)).toEqual({
      email: 'guest@example.com',
      invitedBy: 'Hanna',
      expiresAt: expect.any(String),
    });
    const { user: guest } = await accept('Guest@example.com', token);
    expect(guest).toMatchObject({ companyId: user.companyId, administrator: false });
    expect(await auth.record(guest.id)).toMatchObject({ companyId: user.companyId });
    const team = await auth.as(user)(getTeam);
    expect(team.members.map((member) => member.id)).toEqual([user.id, guest.id]);
    expect(team.invitations).toEqual([]);
    expect(await auth.trail('Guest@example.com')).toMatchObject([
      { action: 'registration', result: 'done', company_id: user.companyId },
      { action: 'invitation-accepted', result: 'done', detail: 'Invited by host@example.com' },
    ]);
    for (const again of [() => open(token), () => accept('guest@example.com', token)])
      await expect(again()).rejects.toMatchObject(exists);
    await expect(auth.as(user)(withdrawInvitation, { params: { id: String(id) } })).rejects.toMatchObject({
      status: 404,
      code: 'team.invitation_not_found',
    });
  });

  test('The link says so to a user who registered without it, and the invitation is in no list any more', async () => {
    const { user: one } = await auth.register('one-host@example.com');
    const { user: two } = await auth.register('two-host@example.com');
    const first = await invite(one, 'alone@example.com');
    const second = await invite(two, 'alone@example.com');
    const token = await tokenOf(first.id);
    const { user } = await auth.register('Alone@example.com');
    expect([one.companyId, two.companyId]).not.toContain(user.companyId);
    for (const host of [one, two]) expect((await auth.as(host)(getTeam)).invitations).toEqual([]);
    await expect(open(token)).rejects.toMatchObject(exists);
    await expect(accept('alone@example.com', token)).rejects.toMatchObject(exists);
    expect(await mailOf(second.id)).toBeNull();

    // Nor does it come back when the account has another email; inviting again starts over.
    await database.asAdmin(`update users set email = 'other@example.com' where id = ${user.id}`);
    await expect(open(token)).rejects.toMatchObject(invalid);
    await expect(accept('alone@example.com', token)).rejects.toMatchObject(invalid);
    const again = await tokenOf((await invite(one, 'alone@example.com')).id);
    expect(await open(again)).toMatchObject({ email: 'alone@example.com' });
    expect(await accept('alone@example.com', again)).toMatchObject({ user: { companyId: one.companyId } });
  });

  test('When two accept at the same moment, then one joins', async () => {
    const { user } = await auth.register('race@example.com');
    const token = await tokenOf((await invite(user, 'racer@example.com')).id);
    const results = await Promise.allSettled([1, 2, 3].map(() => accept('racer@example.com', token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await auth.as(user)(getTeam)).members).toHaveLength(2);
  });

  test('It is for the invited email alone; the attempt is noted and does not use it up', async () => {
    const { user } = await auth.register('picky@example.com');
    const token = await tokenOf((await invite(user, 'right@example.com')).id);
    await expect(accept('wrong@example.com', token)).rejects.toMatchObject({
      status: 400,
      code: 'team.invitation_other_email',
    });
    expect(await auth.trail('wrong@example.com')).toMatchObject([
      { action: 'invitation-accepted', result: 'refused' },
    ]);
    await accept('right@example.com', token);
  });

  test('After seven days it is over, stays on the list, and its mail is not sent any more', async () => {
    const { user } = await auth.register('slow@example.com');
    const { id } = await invite(user, 'late@example.com');
    const token = await tokenOf(id);
    await database.asAdmin(
      `update invitations set expires_at = expires_at - interval '7 days' where id = ${id}`,
    );
    await expect(open(token)).rejects.toMatchObject(invalid);
    await expect(accept('late@example.com', token)).rejects.toMatchObject(invalid);
    expect((await auth.as(user)(getTeam)).invitations).toMatchObject([{ id }]);
    expect(await mailOf(id)).toBeNull();
  });

  test.each(['', 'x'.repeat(201), 'not-a-token'])('A token that is none is invalid: "%s"', async (token) => {
    await expect(open(token)).rejects.toMatchObject(invalid);
    if (token !== '') await expect(accept('none@example.com', token)).rejects.toMatchObject(invalid);
  });
});

describe('Withdrawing', () => {
  test('The link stops to work, and it is noted', async () => {
    const { user } = await auth.register('undo@example.com');
    const { id } = await invite(user, 'not-you@example.com');
    const token = await tokenOf(id);
    await auth.as(user)(withdrawInvitation, { params: { id: String(id) } });
    await expect(accept('not-you@example.com', token)).rejects.toMatchObject(invalid);
    expect((await auth.trail('undo@example.com')).at(-1)).toMatchObject({
      action: 'invitation-withdrawn',
      target_email: 'not-you@example.com',
    });
    await expect(auth.as(user)(withdrawInvitation, { params: { id: String(id) } })).rejects.toMatchObject({
      status: 404,
      code: 'team.invitation_not_found',
    });
  });

  test("Another company's invitation does not exist, and its team is not seen", async () => {
    const [{ user: ann }, { user: eve }] = await Promise.all([
      auth.register('tenant-a@example.com'),
      auth.register('tenant-b@example.com'),
    ]);
    const { id } = await invite(ann, 'private@example.com');
    await expect(auth.as(eve)(withdrawInvitation, { params: { id: String(id) } })).rejects.toMatchObject({
      status: 404,
    });
    expect(JSON.stringify(await auth.as(eve)(getTeam))).not.toMatch(/private|tenant-a/);
    expect((await auth.as(ann)(getTeam)).invitations).toMatchObject([{ id }]);
  });
});
