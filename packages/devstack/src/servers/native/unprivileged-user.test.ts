import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { asUnprivileged } from './unprivileged-user.ts';

const { PATH } = process.env;
const argv = ['postgres', '-D', 'data'];

/** A folder that only its owner can enter, as a home folder is. */
let home: string;
let getuid: jest.SpiedFunction<NonNullable<typeof process.getuid>>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'ridgeline-home-'));
  getuid = jest.spyOn(process, 'getuid').mockReturnValue(0);
  process.env['PATH'] = home;
});

afterEach(async () => {
  jest.restoreAllMocks();
  process.env['PATH'] = PATH;
  await rm(home, { recursive: true });
});

test('When root starts a server in a folder that all can enter, then it runs as another account directly', async () => {
  const { user, direct, command } = await asUnprivileged([tmpdir()]);
  expect(user?.uid).toBeGreaterThan(0);
  expect([direct, command(argv)]).toEqual([true, argv]);
});

test('When no other account can enter the folder, then setpriv starts the server as one that may pass', async () => {
  const setpriv = join(home, 'setpriv');
  await writeFile(setpriv, '');
  await chmod(setpriv, 0o755);
  const { user, direct, command } = await asUnprivileged([home]);
  const [program, ...args] = command(argv);
  expect([direct, program]).toEqual([false, setpriv]);
  expect(args).toContain(`--reuid=${user?.uid ?? ''}`);
  expect(args).toContain('--ambient-caps=+dac_override');
  expect(args.slice(-argv.length)).toEqual(argv);
});

test('When there is no setpriv either, then the error says what to do', async () => {
  await expect(asUnprivileged([home])).rejects.toThrow(
    'Move the checkout out of /root, install util-linux (setpriv), or set DATABASE_URL.',
  );
});

test('When a plain user starts a server, then it runs as that user', async () => {
  getuid.mockReturnValue(1000);
  const { user, direct, command } = await asUnprivileged([home]);
  expect([user, direct, command(argv)]).toEqual([undefined, true, argv]);
});
