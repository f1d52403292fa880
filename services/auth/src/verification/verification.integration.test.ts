import { describe, expect, test } from '@jest/globals';
import { getUser, sendVerificationMail, updateUser, verifyEmail } from '@ridgeline/contracts';
import { completePasswordReset } from '@ridgeline/contracts/internal';
import type { NewMailJob } from '../mails/mail-job.ts';
import { createMailWriter } from '../mail-delivery/mail-writer.ts';
import { authOfFile } from '../testing/auth-of-file.ts';
import { type AuthUnderTest } from '../testing/auth-under-test.ts';

const { database, auth } = await authOfFile();

/** The link of a mail, as the runner would send it now; null when there is nothing to send. */
async function linkOf(job: NewMailJob): Promise<URL | null> {
  const write = createMailWriter({ db: database.db, publicUrl: 'https://ridgeline.example' });
  const mail = await write({ ...job, id: 1, attempts: 1, createdAt: new Date() });
  const [url] = /https:\S+/.exec(mail?.text ?? '') ?? [];
  return url === undefined ? null : new URL(url);
}

async function tokenFor(email: string): Promise<string> {
  return (await linkOf({ kind: 'email-verification', email }))?.searchParams.get('verification') ?? '';
}

const jobsFor = (email: string) =>
  database.db.forSystem((tx) =>
    tx.query(`select kind from mail_jobs where kind = 'email-verification' and email = $1`, [email]),
  );
const verified = async (user: Parameters<AuthUnderTest['as']>[0]) =>
  (await auth.as(user)(getUser)).emailVerified;
const invalid = { status: 400, code: 'auth.verification_link_invalid' };

describe('Verifying an email', () => {
  test('Who registers gets a mail, and its link verifies the email once', async () => {
    const { user } = await auth.registerUnverified('ann@example.com');
    expect(user.emailVerified).toBe(false);
    expect(await jobsFor('ann@example.com')).toHaveLength(1);
    const token = await tokenFor('ann@example.com');
    expect(await auth.as(user)(verifyEmail, { body: { token } })).toMatchObject({ emailVerified: true });
    expect(await verified(user)).toBe(true);
    expect((await auth.trail('ann@example.com')).at(-1)).toMatchObject({ action: 'email-verified' });
    expect(await auth.as(user)(verifyEmail, { body: { token } })).toMatchObject({ emailVerified: true });
    expect(await linkOf({ kind: 'email-verification', email: 'ann@example.com' })).toBeNull();
  });

  test("Another's link, an older one, one that is too old and none verify nothing", async () => {
    const { user: ann } = await auth.registerUnverified('ann-2@example.com');
    const { user: eve } = await auth.registerUnverified('eve-2@example.com');
    const older = await tokenFor('ann-2@example.com');
    const token = await tokenFor('ann-2@example.com');
    await expect(auth.as(eve)(verifyEmail, { body: { token } })).rejects.toMatchObject(invalid);
    await expect(auth.as(ann)(verifyEmail, { body: { token: older } })).rejects.toMatchObject(invalid);
    await expect(auth.as(ann)(verifyEmail, { body: { token: 'none' } })).rejects.toMatchObject(invalid);
    await database.asAdmin(`update email_verifications set expires_at = now() - interval '1 second'`);
    await expect(auth.as(ann)(verifyEmail, { body: { token } })).rejects.toMatchObject(invalid);
    expect([await verified(ann), await verified(eve)]).toEqual([false, false]);
  });

  test('The link is sent again, each time after a longer wait', async () => {
    const { user } = await auth.registerUnverified('again@example.com');
    const send = () => auth.as(user)(sendVerificationMail);
    const waited = (seconds: number) =>
      database.asAdmin(
        `update email_verifications set asked_at = asked_at - interval '${seconds} seconds' where user_id = ${user.id}`,
      );
    await expect(send()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
    await waited(61);
    await send();
    await expect(send()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 120 });
    expect(await jobsFor('again@example.com')).toHaveLength(2);
    await database.asAdmin(`update email_verifications set asked = 50 where user_id = ${user.id}`);
    await expect(send()).rejects.toMatchObject({ retryAfterSeconds: 86_400 });
    await waited(86_401);
    await send();
  });

  test('Who is verified already asks for no mail', async () => {
    const { user } = await auth.register('known@example.com');
    await expect(auth.as(user)(sendVerificationMail)).rejects.toMatchObject({
      status: 409,
      code: 'auth.email_verified',
    });
  });

  test('Setting a password by emailed link verifies the email', async () => {
    const { user } = await auth.registerUnverified('reset@example.com');
    const link = await linkOf({ kind: 'password-reset', email: 'reset@example.com' });
    const token = link?.searchParams.get('token') ?? '';
    const password = await auth.seal('roofs-and-ladders');
    await auth.gateway(completePasswordReset, { body: { token, userId: user.id, password } });
    expect(await verified(user)).toBe(true);
  });

  test('Another email from an administrator is not verified, another spelling of the same one is', async () => {
    const { user } = await auth.register('before@example.com');
    const administrator = await auth.administrator('verifying-admin@example.com');
    const edit = (email: string) =>
      auth.as(administrator)(updateUser, { params: { id: String(user.id) }, body: { email } });
    expect((await edit('BEFORE@example.com')).emailVerified).toBe(true);
    expect((await edit('after@example.com')).emailVerified).toBe(false);
    expect(await jobsFor('after@example.com')).toHaveLength(1);
    const token = await tokenFor('after@example.com');
    await edit('third@example.com');
    await expect(auth.as(user)(verifyEmail, { body: { token } })).rejects.toMatchObject(invalid);
  });
});
