import { saveStepNames, saveStepSchema, type SaveStep } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { RedisClient } from '@ridgeline/redis';

/** A step as it was reported, and when (ISO 8601). */
interface ToldStep extends SaveStep {
  readonly at: string;
}

/** Which save of which company. */
interface SaveOperation {
  readonly companyId: string;
  readonly operationId: string;
}

/** The progress of the last hour's saves, for every process and for pages that are opened during a save. */
export interface SaveOperationStore {
  /** Stores a step unless a later state of it is already stored: processes receive the same steps at different times. */
  put(operation: SaveOperation, step: ToldStep): Promise<void>;
  /** In the order of the steps; empty for an unknown save. Throws `server.unavailable` while Redis is unavailable. */
  stepsOf(operation: SaveOperation): Promise<SaveStep[]>;
}

const keptSeconds = 60 * 60;
/** More saves than a whole company makes in an hour; the oldest go first. */
const maxOperations = 100;
/** Longer texts are cut: with eleven steps an operation then stays below 10 kB. */
const maxTextLength = 500;

const putUnlessLater = `
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if stored and cjson.decode(stored).at > ARGV[3] then return 0 end
local now = redis.call('TIME')
redis.call('ZADD', KEYS[2], 'NX', now[1] * 1000000 + now[2], KEYS[1])
local many = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[5])
if many > 0 then
  for _, oldest in ipairs(redis.call('ZRANGE', KEYS[2], 0, many - 1)) do
    redis.call('ZREM', KEYS[2], oldest)
    redis.call('DEL', oldest)
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 1`;

/** The braces make the company a hash tag: on a Redis cluster, all keys of a script are then on one node. */
const indexKey = (companyId: string): string => `ridgeline:saves:{${companyId}}`;
const operationKey = ({ companyId, operationId }: SaveOperation): string =>
  `${indexKey(companyId)}:${operationId}`;

const translated = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
  });

/** Save operations in Redis: a hash for each, of its steps by name. */
export function createSaveOperationStore(redis: Pick<RedisClient, 'eval' | 'hGetAll'>): SaveOperationStore {
  return {
    async put(operation, { step, state, text, at }) {
      const value = JSON.stringify({ step, state, text: text?.slice(0, maxTextLength) ?? null, at });
      await translated(
        redis.eval(putUnlessLater, {
          keys: [operationKey(operation), indexKey(operation.companyId)],
          arguments: [step, value, at, String(keptSeconds), String(maxOperations)],
        }),
      );
    },
    async stepsOf(operation) {
      const told = await translated(redis.hGetAll(operationKey(operation)));
      return saveStepNames.flatMap((name) => {
        const stored = told[name];
        return stored === undefined ? [] : [saveStepSchema.parse(JSON.parse(stored))];
      });
    },
  };
}
