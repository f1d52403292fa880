/** What sessions need of a Redis client (node-redis has it). Every command rejects at once while Redis is away. */
export interface SessionRedis {
  get(key: string): Promise<string | null>;
  set(
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number }; condition: 'NX' | 'XX' },
  ): Promise<unknown>;
  del(keys: string[]): Promise<number>;
  exists(key: string): Promise<number>;
}
