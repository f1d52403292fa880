import { createHash } from 'node:crypto';
import { ErrorReply } from 'redis';
import type { RedisClient } from './open-redis.ts';

/** A Lua script with the name under which Redis keeps it once it has run. */
export interface Script {
  readonly text: string;
  readonly hash: string;
}

export function aScript(text: string): Script {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/**
 * Runs a script by its hash, so that Redis neither reads nor hashes its text for each call; the text follows only when Redis
 * does not have it: the first time, and after a restart.
 */
export async function runScript(
  client: Pick<RedisClient, 'eval' | 'evalSha'>,
  { text, hash }: Script,
  options: { readonly keys: string[]; readonly arguments: string[] },
): Promise<unknown> {
  try {
    return await client.evalSha(hash, options);
  } catch (error) {
    if (error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))
      return client.eval(text, options);
    throw error;
  }
}
