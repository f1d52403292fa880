import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { authOfFile } from '../testing/auth-of-file.ts';
import { administratorCompanies } from '../testing/auth-under-test.ts';

const command = fileURLToPath(new URL('create-administrator.ts', import.meta.url));
const { database, auth } = await authOfFile();

async function run(args: readonly string[], password = ''): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [command, ...args], {
    env: { DATABASE_URL: database.url, ADMIN_COMPANY_IDS: administratorCompanies.join(',') },
  });
  child.stdin.end(password);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, said: out + err };
}

describe('Making an administrator by command', () => {
  test('With a password on standard input the administrator can sign in immediately, and calling again changes nothing', async () => {
    const args = [
      '--email',
      'ada@example.com',
      '--company',
      'co_admin1',
      '--first-name',
      'Ada',
      '--password-stdin',
    ];
    expect(await run(args, 'a-very-own-password\n')).toMatchObject({ code: 0 });
    const { user } = await auth.signIn('ada@example.com', 'a-very-own-password');
    expect(user).toMatchObject({ firstName: 'Ada', companyId: 'co_admin1', administrator: true });
    expect(await run(args, 'another-password\n')).toMatchObject({
      code: 0,
      said: expect.stringContaining('already'),
    });
    await auth.signIn('ada@example.com', 'a-very-own-password');
    expect(await auth.trail('ada@example.com')).toMatchObject([
      { action: 'registration', detail: 'Made an administrator by command', address: null },
      { action: 'sign-in' },
      { action: 'sign-in' },
    ]);
  });

  test('Without a password a link to set one is sent', async () => {
    expect(await run(['--email', 'grace@example.com', '--company', 'co_admin2'])).toMatchObject({ code: 0 });
    const jobs = await database.db.forSystem((tx) => tx.query('select kind, email from mail_jobs'));
    expect(jobs).toEqual([{ kind: 'password-reset', email: 'grace@example.com' }]);
  });

  test.each([
    ['another company', ['--email', 'x@example.com', '--company', 'co_other'], 2],
    ['no email', ['--company', 'co_admin1'], 2],
    ['an unknown option', ['--emial', 'x@example.com'], 2],
  ])('With %s it says how it is called', async (_, args, code) => {
    expect(await run(args)).toMatchObject({ code });
  });

  test('A password that is too weak is refused', async () => {
    const args = ['--email', 'weak@example.com', '--company', 'co_admin1', '--password-stdin'];
    expect(await run(args, 'password')).toMatchObject({
      code: 1,
      said: expect.stringContaining('most common'),
    });
  });

  test('An administrator whose access is revoked stays so, and it is said what to do', async () => {
    const { id } = await auth.administrator('gone@example.com');
    await database.asAdmin(`update users set access_revoked = true where id = ${id}`);
    expect(await run(['--email', 'gone@example.com', '--company', 'co_admin1'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('If there is none, make one with another email'),
    });
    expect(await auth.signIn('gone@example.com')).toMatchObject({ user: { accessRevoked: true } });
  });

  test("Another user's email is not taken over", async () => {
    const { user } = await auth.register('user@example.com');
    expect(await run(['--email', 'USER@example.com', '--company', 'co_admin1'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('An administrator can move that user in User Management'),
    });
    expect(await auth.signIn('user@example.com')).toMatchObject({ user });
  });
});
