import { within, type RedisClient } from '../open-redis.ts';
import type { Budget } from './budget.ts';
import { keptWindowMs, type Grant, type Ledger, type Reservation } from './reservation.ts';
import { reserveScript } from './reserve-script.ts';

/** Longer than any healthy answer; then the local ledger decides. */
const answerWithinMs = 1_000;
const learnedForMs = 24 * 3_600_000;

/** Raises the block's end, never lowers it. */
const blockScript = `
local time = redis.call('TIME')
local now = tonumber(ARGV[2]) or time[1] * 1000 + math.floor(time[2] / 1000)
local ends = now + ARGV[1]
if ends > tonumber(redis.call('GET', KEYS[1]) or 0) then redis.call('SET', KEYS[1], ends, 'PX', ARGV[1]) end
return 0
`;

/** The ledger that all replicas share. `now` replaces Redis' clock in tests. */
export class RedisLedger implements Ledger {
  readonly #client: RedisClient;
  readonly #now: () => string;

  constructor(client: RedisClient, now?: () => number) {
    this.#client = client;
    this.#now = now ? () => String(now()) : () => '';
  }

  async reserve({ id, budgets }: Reservation, previous?: Grant): Promise<Grant> {
    const answer = await this.#eval(
      reserveScript,
      budgets.flatMap(({ key }) => [keys.log(key), keys.block(key), keys.limit(key)]),
      [
        id,
        this.#now(),
        previous ? String(previous.startsAt) : '',
        ...budgets.flatMap(({ limit, windowMs }) => [String(limit), String(keptWindowMs(windowMs))]),
      ],
    );
    return toGrant(answer, budgets);
  }

  async release({ id, budgets }: Reservation): Promise<void> {
    const releases = budgets.map(({ key }) => this.#client.zRem(keys.log(key), id));
    await within(answerWithinMs, Promise.all(releases));
  }

  async block(key: string, ms: number): Promise<void> {
    await this.#eval(blockScript, [keys.block(key)], [String(Math.ceil(ms)), this.#now()]);
  }

  async learnLimit(key: string, limit: number): Promise<void> {
    await within(answerWithinMs, this.#client.set(keys.limit(key), limit, { PX: learnedForMs }));
  }

  #eval(script: string, names: string[], values: string[]): Promise<unknown> {
    return within(answerWithinMs, this.#client.eval(script, { keys: names, arguments: values }));
  }
}

const keys = {
  log: (key: string) => `ridgeline:governor:${key}:log`,
  block: (key: string) => `ridgeline:governor:${key}:block`,
  limit: (key: string) => `ridgeline:governor:${key}:limit`,
};

function toGrant(answer: unknown, budgets: readonly Budget[]): Grant {
  const [waitMs, startsAt, decided, blocked] = Array.isArray(answer) ? answer.map(Number) : [];
  if (waitMs === undefined || startsAt === undefined || decided === undefined)
    throw new TypeError('The reserve script answered something else');
  const budget = budgets[decided - 1];
  return { waitMs, startsAt, ...(budget ? { because: { budget, blocked: blocked === 1 } } : {}) };
}
