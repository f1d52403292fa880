/** The components that use Redis; the orchestrator does not. */
export const redisUsers = ['gateway', 'auth', 'connection', 'validation', 'worker'] as const;
export type RedisUser = (typeof redisUsers)[number];

const paceOfVendors = 'ridgeline:governor:*';

/** The keys that each component reads and writes, and no others. Sessions and access records are not the worker's. */
const keysOf: Readonly<Record<RedisUser, readonly string[]>> = {
  gateway: [
    'ridgeline:session:*',
    'ridgeline:access:*',
    'ridgeline:throttle:*',
    'ridgeline:known-networks:*',
    'ridgeline:idempotency:*',
    'ridgeline:saves:*',
  ],
  auth: ['ridgeline:access:*', 'ridgeline:used-password:*'],
  connection: [paceOfVendors, 'lock:subscription:*', 'ridgeline:throttle:address-check:*'],
  validation: [
    paceOfVendors,
    'lock:hubspot-options:*',
    'ridgeline:throttle:credential-check:*',
    'ridgeline:throttle:connection-test:*',
    'ridgeline:throttle:credential-refusal:*',
  ],
  worker: [paceOfVendors, 'lock:hubspot-options:*'],
};

/**
 * What no component needs at run time: reading all keys, emptying the database, changing the server. Of `CLIENT` and
 * `SCRIPT` a connection needs little: its name, to receive changed keys, and to load what it runs.
 */
const commands = [
  '+@all',
  '-@admin',
  '-@dangerous',
  '-scan',
  '-randomkey',
  '-dbsize',
  '+client|setname',
  '+client|setinfo',
  '+client|tracking',
  '+client|id',
];

/**
 * The rules of `ACL SETUSER` for a component, which replace all that its user could do before. Redis 6 and newer. The
 * password is written as Redis wants it, and holds no space.
 */
export function aclRules(user: RedisUser, password: string): readonly string[] {
  const keys = keysOf[user].map((pattern) => `~${pattern}`);
  return ['reset', 'on', `>${password}`, ...keys, 'resetchannels', '&__redis__:invalidate', ...commands];
}

/** Redis' ACL file (`aclfile`) with a user for each component. The default user is not in it. */
export function aclFile(passwordOf: (user: RedisUser) => string): string {
  return redisUsers.map((user) => `user ${user} ${aclRules(user, passwordOf(user)).join(' ')}\n`).join('');
}
