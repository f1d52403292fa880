import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecrets } from '@ridgeline/kit/secrets';
import { aclFile, redisUsers, type RedisUser } from '@ridgeline/redis/users';

/** The host names of a trial's servers. */
export interface TrialHosts {
  readonly postgres: string;
  readonly redis: string;
  readonly smtp: string;
}

const redisKey = (user: RedisUser): string => `${user}-redis-url`;

/** The Redis ACL file for the URLs in these secrets. Without a password, Redis only answers whether it is ready. */
function redisUsersFile(secrets: Readonly<Record<string, string>>): string {
  const passwordOf = (user: RedisUser): string => new URL(secrets[redisKey(user)] ?? '').password;
  return `user default reset on nopass +ping +hello\n${aclFile(passwordOf)}`;
}

const schemas = ['auth', 'connection', 'validation', 'migration'];

/** All entries of a trial's Secret, by key (charts/ridgeline/files/components.yaml). */
export async function trialSecrets(hosts: TrialHosts): Promise<Readonly<Record<string, string>>> {
  const own = await newSecrets('trial-1');
  const newPassword = (): string => randomBytes(18).toString('base64url');
  const postgresPassword = newPassword();
  const url = (user: string, password: string, database: string): string =>
    `postgres://${user}:${password}@${hosts.postgres}:5432/${database}`;
  const databases = schemas.flatMap((schema) => [
    [`${schema}-database-url`, url(`${schema}_app`, newPassword(), 'ridgeline')],
    [`${schema}-owner-url`, url(`${schema}_owner`, newPassword(), 'ridgeline')],
  ]);
  const atRedis = redisUsers.map((user) => [
    redisKey(user),
    `redis://${user}:${newPassword()}@${hosts.redis}:6379`,
  ]);
  const redisUrls = Object.fromEntries(atRedis) as Record<string, string>;
  return {
    'identity-key': own.identityKey,
    'session-secret': own.sessionSecret,
    'master-keys': own.masterKeys,
    'password-key': own.passwordKey,
    'postgres-password': postgresPassword,
    'admin-database-url': url('postgres', postgresPassword, 'postgres'),
    ...redisUrls,
    'redis-users': redisUsersFile(redisUrls),
    'smtp-url': `smtp://${hosts.smtp}:8025`,
    ...(Object.fromEntries(databases) as Record<string, string>),
  };
}

type Secrets = Readonly<Record<string, string>>;

/** A folder for the secrets of one container. */
export interface SecretFolder {
  readonly name: string;
  readonly keys: readonly string[];
}

/** Written last and atomically: all secrets of a trial, for its next start. */
const keptFile = 'secrets.json';

/** Fills the folders of a trial, each with its own keys only. Secrets that `all` holds from earlier starts are kept. */
export async function fillFolders(root: string, folders: readonly SecretFolder[]): Promise<void> {
  const all = join(root, 'all');
  const fresh = await trialSecrets({ postgres: 'postgres', redis: 'redis', smtp: 'simulators' });
  const secrets: Secrets = { ...fresh, ...keptIn(all, Object.keys(fresh)) };
  writeWhole(all, keptFile, JSON.stringify(secrets), 0o400);
  // Derived from the URLs and from the permissions of this version.
  const given: Secrets = { ...secrets, 'redis-users': redisUsersFile(secrets) };
  for (const { name, keys } of folders) {
    const folder = join(root, name);
    for (const key of keys) {
      const value = given[key];
      if (value === undefined) throw new Error(`No secret is called ${key}`);
      // The container's user is not known here, and only that container mounts the volume.
      writeWhole(folder, key, value, 0o444);
    }
    for (const other of readdirSync(folder)) if (!keys.includes(other)) rmSync(join(folder, other));
  }
}

function keptIn(folder: string, keys: readonly string[]): Secrets {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  if (existsSync(join(folder, keptFile))) return JSON.parse(read(keptFile)) as Secrets;
  // The first versions stored one file per key, and wrote this one last.
  if (!existsSync(join(folder, 'complete'))) return {};
  const kept = keys.filter((key) => existsSync(join(folder, key)));
  return Object.fromEntries(kept.map((key) => [key, read(key)]));
}

function writeWhole(folder: string, name: string, value: string, mode: number): void {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${name}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, value, { mode });
  renameSync(draft, join(folder, name));
}
