import { withTimeout } from '@ridgeline/kit';
import { z } from 'zod';
import type { RedisClient } from '../open-redis.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import { untroubled, widenEveryMs } from './budget-state.ts';
import { ClockOffset } from './clock-offset.ts';
import type { Change } from './refusal.ts';
import {
  lookAgainMs,
  ownAndShared,
  probeMs,
  type Grant,
  type Ledger,
  type Reservation,
} from './reservation.ts';
import { reserveScript } from './reserve-script.ts';

/** Longer than any healthy answer; then the local ledger decides. */
const answerWithinMs = 1_000;
/** What is known of a budget is forgotten so long after it was learned. */
const keptForMs = 24 * 3_600_000;

/** Raises the block's end, never lowers it. */
const blockScript = `
local time = redis.call('TIME')
local now = tonumber(ARGV[2]) or time[1] * 1000 + math.floor(time[2] / 1000)
local ends = now + ARGV[1]
if ends > tonumber(redis.call('HGET', KEYS[1], 'blockedUntil') or 0) then
  redis.call('HSET', KEYS[1], 'blockedUntil', ends)
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 0
`;

/** Answers the time in ms, as exactly as Redis knows it, and, for each budget, its hash. */
const readScript = `
local time = redis.call('TIME')
local answer = { string.format('%.3f', time[1] * 1000 + time[2] / 1000) }
for index = 1, #KEYS do answer[index + 1] = redis.call('HGETALL', KEYS[index]) end
return answer
`;

/** Replaces states that nobody has changed meanwhile. ARGV: how long they are kept, then version and state as JSON. */
const replaceScript = `
for index = 1, #KEYS do
  if (redis.call('HGET', KEYS[index], 'version') or '0') ~= ARGV[index * 2] then return 0 end
end
for index = 1, #KEYS do
  for name, value in pairs(cjson.decode(ARGV[index * 2 + 1])) do redis.call('HSET', KEYS[index], name, value) end
  redis.call('HINCRBY', KEYS[index], 'version', 1)
  redis.call('PEXPIRE', KEYS[index], ARGV[1])
end
return 1
`;

/** So often others may come in between. */
const changeAttempts = 50;

/** The ledger that all replicas share. `now` replaces Redis' clock and that of this process in tests. */
export class RedisLedger implements Ledger {
  readonly #client: RedisClient;
  readonly #now: () => string;
  readonly #ourNow: () => number;
  readonly #offset = new ClockOffset();

  constructor(client: RedisClient, now?: () => number) {
    this.#client = client;
    this.#now = now ? () => String(now()) : () => '';
    this.#ourNow = now ?? (() => performance.now());
  }

  async reserve({ id, budgets }: Reservation, askedAt?: number): Promise<Grant> {
    const answer = await this.#eval(
      reserveScript,
      budgets.flatMap(({ key }) => [keys.log(key), keys.known(key)]),
      [
        id,
        this.#now(),
        askedAt === undefined ? '' : String(askedAt),
        ...[probeMs, lookAgainMs, widenEveryMs].map(String),
        ...budgets.flatMap((budget) => [String(budget.limit), String(keptWindowMs(budget))]),
      ],
    );
    return toGrant(answer, budgets);
  }

  async release({ id, budgets }: Reservation, { askedAt }: Grant): Promise<void> {
    const places = [id, `${String(askedAt)} ${id}`];
    const releases = budgets.map(({ key }) => this.#client.zRem(keys.log(key), places));
    await withTimeout(answerWithinMs, Promise.all(releases));
  }

  async block(key: string, ms: number): Promise<void> {
    await this.#eval(blockScript, [keys.known(key)], [String(Math.ceil(ms)), this.#now(), String(keptForMs)]);
  }

  async learnLimit(key: string, limit: number): Promise<void> {
    const known = keys.known(key);
    const learned = this.#client.multi().hSet(known, 'limit', limit).pExpire(known, keptForMs).exec();
    await withTimeout(answerWithinMs, learned);
  }

  async change(budgets: readonly Budget[], startedAt: number, change: Change): Promise<void> {
    const { own, shared } = ownAndShared(budgets);
    if (!own) return;
    const names = [own, ...(shared ? [shared] : [])].map(({ key }) => keys.known(key));
    for (let attempt = 0; attempt < changeAttempts; attempt += 1) {
      const { now, hashes } = await this.#read(names);
      const [ownState = untroubled, sharedState = untroubled] = hashes.map(({ state }) => state);
      const before = { own, ownState, shared: shared ?? null, sharedState };
      const after = change(before, { now: Math.floor(now), startedAt: this.#offset.there(startedAt) });
      if (after.ownState === ownState && after.sharedState === sharedState) return;
      const states = [after.ownState, after.sharedState];
      const values = hashes.flatMap(({ version }, index) => [version, JSON.stringify(states[index])]);
      if ((await this.#eval(replaceScript, names, [String(keptForMs), ...values])) === 1) return;
    }
    throw new Error('What is known of a budget was changed by others all the time');
  }

  /** What is known of budgets, and Redis' time, by which its clock is compared with ours. */
  async #read(names: string[]) {
    const askedAt = this.#ourNow();
    const [time, ...hashes] = knownSchema.parse(await this.#eval(readScript, names, []));
    const now = Number(this.#now() || time);
    this.#offset.learn({ told: now, askedAt, heardAt: this.#ourNow() });
    return { now, hashes };
  }

  #eval(script: string, names: string[], values: string[]): Promise<unknown> {
    return withTimeout(answerWithinMs, this.#client.eval(script, { keys: names, arguments: values }));
  }
}

const keys = {
  log: (key: string) => `ridgeline:governor:${key}:log`,
  known: (key: string) => `ridgeline:governor:${key}:known`,
};

const time = z.coerce.number().default(0);
const stateSchema = z.object({
  version: z.string().default('0'),
  blockedUntil: time,
  narrowedTo: time,
  narrowedAt: time,
  refusals: time,
  refusedAt: time,
  refusedStart: time,
  suspectedBy: z.string().default(''),
  probeUntil: time,
});
/** A hash as Redis answers it in a script: names and values in turn. */
const hashSchema = z.array(z.string()).transform((flat) => {
  const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : []));
  const { version, ...state } = stateSchema.parse(Object.fromEntries(pairs));
  return { version, state };
});
const knownSchema = z.tuple([z.string()], hashSchema);

function toGrant(answer: unknown, budgets: readonly Budget[]): Grant {
  const [waitMs, startsAt, askedAt, decided, blocked, isProbe] = z.array(z.number()).parse(answer);
  if (waitMs === undefined || startsAt === undefined || askedAt === undefined || decided === undefined)
    throw new TypeError('The reserve script answered something else');
  const budget = budgets[decided - 1];
  return {
    waitMs,
    startsAt,
    askedAt,
    ...(waitMs === 0 ? { isProbe: isProbe === 1 } : {}),
    ...(budget ? { because: { budget, blocked: blocked === 1 } } : {}),
  };
}
