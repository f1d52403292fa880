/**
 * `node packages/redis/src/users/print-users.ts`: prints for redis-cli the users of Redis, one for each component with
 * the rights that it needs, with places for the passwords. Connects to nothing.
 */
import { aclRules, redisUsers } from './redis-rights.ts';

for (const user of redisUsers)
  process.stdout.write(`ACL SETUSER ${user} ${aclRules(user, `<password of ${user}>`).join(' ')}\n`);
