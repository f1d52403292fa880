import { randomBytes } from 'node:crypto';
import { newSecrets } from '@ridgeline/kit/secrets';
import { aclFile, redisUsers, type RedisUser } from '@ridgeline/redis/users';

/** Under which names a trial's servers are reached. */
export interface TrialHosts {
  readonly postgres: string;
  readonly redis: string;
  readonly smtp: string;
}

const redisKey = (user: RedisUser): string => `${user}-redis-url`;

/** Redis' ACL file for the addresses of these secrets. Without a password Redis says no more than whether it is ready. */
export function redisUsersFile(secrets: Readonly<Record<string, string>>): string {
  const passwordOf = (user: RedisUser): string => new URL(secrets[redisKey(user)] ?? '').password;
  return `user default reset on nopass +ping +hello\n${aclFile(passwordOf)}`;
}

const schemas = ['auth', 'connection', 'validation', 'migration'];

/** Everything that the Secret of a trial holds, by its key (charts/ridgeline/files/components.yaml). */
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
