import { randomBytes } from 'node:crypto';
import { aclFile, type RedisUser } from '@ridgeline/redis/users';

/** The components' users at a stack's Redis. The default user is the owner, for tests and commands. */
export interface StackRedisUsers {
  /** The text of the server's ACL file. */
  readonly file: string;
  /** The owner's address as a component's. */
  readonly addressOf: (address: string, user: RedisUser) => string;
}

/** Users whose password is new with each start of a stack. */
export function newRedisUsers(): StackRedisUsers {
  const password = randomBytes(16).toString('hex');
  return {
    file: aclFile(() => password),
    addressOf: (address, user) => {
      const url = new URL(address);
      [url.username, url.password] = [user, password];
      return url.href;
    },
  };
}
