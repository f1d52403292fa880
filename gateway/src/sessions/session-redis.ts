/** Under which keys sessions live in Redis. */
export const sessionKeyPrefix = 'ridgeline:session:';

/** What sessions need of a Redis client (node-redis has it). Every command rejects at once while Redis is away. */
export interface SessionRedis {
  mGet(keys: string[]): Promise<(string | null)[]>;
  set(
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number }; condition: 'NX' | 'XX' },
  ): Promise<unknown>;
  /** Does nothing to a key that is gone. */
  expire(key: string, seconds: number): Promise<unknown>;
  del(keys: string[]): Promise<number>;
}
