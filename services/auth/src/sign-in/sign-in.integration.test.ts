import { describe, expect, test } from '@jest/globals';
import { getUser } from '@ridgeline/contracts';
import { createAccount, endSessions, noteSignOut, verifySignIn } from '@ridgeline/contracts/internal';
import { authOfFile } from '../testing/auth-of-file.ts';
import { goodPassword, origin } from '../testing/auth-under-test.ts';

const { auth } = await authOfFile();

describe('Signing in', () => {
  test('It is noted with time and place, whether it went well or not', async () => {
    const { user } = await auth.register('trail@example.com');
    await auth.signIn('trail@example.com', 'not the password').catch(() => null);
    await auth.signIn('trail@example.com');
    const from = { address: origin.address, user_agent: origin.userAgent, company_id: user.companyId };
    expect(await auth.trail('trail@example.com')).toMatchObject([
      { action: 'registration', result: 'done', actor_id: user.id, ...from },
      { action: 'sign-in', result: 'refused', actor_id: user.id, detail: 'Wrong password', ...from },
      { action: 'sign-in', result: 'done', actor_id: user.id, detail: null, ...from },
    ]);
    await auth.signIn('unknown@example.com').catch(() => null);
    expect(await auth.trail('unknown@example.com')).toMatchObject([
      { action: 'sign-in', result: 'refused', actor_id: null, company_id: null, detail: 'Unknown email' },
    ]);
  });

  test('When the record was lost, then the next sign-in puts it again', async () => {
    const { user } = await auth.register('flushed@example.com');
    await auth.forgetRecord(user.id);
    await auth.signIn('flushed@example.com');
    expect(await auth.record(user.id)).toMatchObject({ userId: user.id, version: 1 });
  });

  test('A password in plain text is refused with a clear text', async () => {
    const body = { email: 'x@example.com', password: 'plain' as never };
    await expect(auth.gateway(verifySignIn, { body })).rejects.toMatchObject({
      code: 'auth.password_unprotected',
      fields: { password: 'The password must be sent in protected form, not as plain text' },
    });
  });
});

describe('Ending sessions', () => {
  test('Signing out everywhere raises the epoch, in the database, in Redis and by an event', async () => {
    const { user } = await auth.register('everywhere@example.com');
    await auth.gateway(endSessions, { body: { userId: user.id } });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
    expect(await auth.signIn('everywhere@example.com')).toMatchObject({ sessionEpoch: 2 });
    expect(await auth.events(user.id)).toMatchObject([{ userId: user.id, version: 2, sessionEpoch: 2 }]);
  });

  test('Signing out is noted', async () => {
    const { user } = await auth.register('leaving@example.com');
    await auth.gateway(noteSignOut, { body: { userId: user.id } });
    expect((await auth.trail('leaving@example.com')).at(-1)).toMatchObject({ action: 'sign-out' });
  });
});

describe('Who may ask', () => {
  test('Sign-in and registration are for the gateway alone', async () => {
    const body = { email: 'x@example.com', password: await auth.seal(goodPassword) };
    const worker = auth.asService('migration-worker');
    await expect(worker(verifySignIn, { body })).rejects.toMatchObject({ status: 403 });
    await expect(worker(createAccount, { body })).rejects.toMatchObject({ status: 403 });
    const person = auth.as({ id: 1, companyId: 'co_x', administrator: true });
    await expect(person(createAccount, { body })).rejects.toMatchObject({ status: 401 });
    await expect(auth.asAnybody()(verifySignIn, { body })).rejects.toMatchObject({ status: 401 });
    await expect(auth.asAnybody()(getUser)).rejects.toMatchObject({ status: 401 });
  });
});
