import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findProgram } from './command.mjs';

/** The user that a server runs as if it refuses to run as root. */
export interface Unprivileged {
  /** The owner that its files need; undefined when the current user will do. */
  user?: { uid: number; gid: number };
  /** Whether the process can be started as `user` directly; else through `command`, as root. */
  direct: boolean;
  /** Wraps a command line where that is needed. */
  command: (argv: string[]) => string[];
}

/**
 * As a plain user: that user. As root: the account `postgres` when the machine has one, else `nobody`, which every machine
 * has, so that no account is made. When that account cannot reach `paths` (a checkout under /root), `setpriv` lets it
 * keep the one capability of going through other people's folders.
 */
export async function asUnprivileged(paths: readonly string[]): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { direct: true, command: (argv) => argv };
  const user = accountOf(await readFile('/etc/passwd', 'utf8'));
  const reachable = await Promise.all(paths.map((path) => canReach(path, user)));
  if (reachable.every(Boolean)) return { user, direct: true, command: (argv) => argv };
  const setpriv = findProgram('setpriv');
  if (setpriv === undefined) {
    throw new Error(
      'Postgres cannot run as root, and no other account can read this folder. ' +
        'Move the checkout out of /root, install util-linux (setpriv), or set DATABASE_URL.',
    );
  }
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // Without the last one the kernel ignores the capability for access(), by which initdb looks for the server's program.
  const capabilities = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return { user, direct: false, command: (argv) => [setpriv, ...identity, ...capabilities, ...argv] };
}

function accountOf(passwd: string): { uid: number; gid: number } {
  const accounts = new Map(passwd.split('\n').map((line) => [line.split(':')[0], line.split(':')] as const));
  const fields = accounts.get('postgres') ?? accounts.get('nobody');
  if (fields === undefined)
    throw new Error('Postgres cannot run as root and there is neither a postgres nor a nobody account');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function canReach(path: string, user: { uid: number; gid: number }): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  const passable = ((mode >> shift) & 0o1) === 1;
  return passable && (path === dirname(path) || (await canReach(dirname(path), user)));
}
