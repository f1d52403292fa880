import { withTimeout } from '@ridgeline/kit';
import { z } from 'zod';
import type { RedisClient } from '../open-redis.ts';
import { runScript, type Script } from '../run-script.ts';
import { untroubled, widenEveryMs } from './budget-state.ts';
import { keptWindowMs, kindOf, type Budget, type DailyUse } from './budget.ts';
import { agedMs, priorities } from './call-order.ts';
import {
  announceScript,
  blockScript,
  readScript,
  replaceScript,
  reserveRestScript,
  reserveScript,
} from './limit-scripts.redis.ts';
import {
  companyOf,
  lookAgainMs,
  ownAndShared,
  probeMs,
  type Grant,
  type KnownStates,
  type LimitStore,
  type Reservation,
} from './limit-store.ts';
import type { Change } from './refusal.ts';
import { comesLateMs, minParts, partMs, syncActiveMs } from './shares.ts';

/** One reading of another clock: its time, and ours before the question and after the answer. */
export interface ClockReading {
  readonly told: number;
  readonly askedAt: number;
  readonly heardAt: number;
}

/**
 * How far another clock is ahead of this process' clock. Each answer bounds the offset to an interval as wide as the answer
 * took; all intervals together are narrower than that of the quickest answer, so an answer that is read late does no harm.
 */
export class ClockOffset {
  #least = -Infinity;
  #most = Infinity;

  learn({ told, askedAt, heardAt }: ClockReading): void {
    const [least, most] = [told - heardAt, told - askedAt];
    // Clocks drift, and may be set: an answer that contradicts the earlier ones replaces them.
    const agrees = least <= this.#most && most >= this.#least;
    this.#least = agrees ? Math.max(this.#least, least) : least;
    this.#most = agrees ? Math.min(this.#most, most) : most;
  }

  /** A time of our clock on the other one, in whole ms. */
  there(ours: number): number {
    return Math.round(ours + (this.#least + this.#most) / 2);
  }
}

/** Longer than any healthy answer takes; after that the local store decides. */
export const answerWithinMs = 1_000;
/** What is known of a budget is forgotten this long after it was learned. */
const keptForMs = 24 * 3_600_000;

/** The maximum attempts at a change that others keep overtaking. */
const changeAttempts = 50;

/** The store that all replicas share. `now` replaces Redis' clock and that of this process in tests. */
export class RedisLimitStore implements LimitStore {
  readonly #client: RedisClient;
  readonly #now: () => string;
  readonly #ourNow: () => number;
  readonly #offset = new ClockOffset();

  constructor(client: RedisClient, now?: () => number) {
    this.#client = client;
    this.#now = now ? () => String(now()) : () => '';
    this.#ourNow = now ?? (() => performance.now());
  }

  async reserve(reservation: Reservation, askedAt?: number): Promise<Grant> {
    const { id, budgets, priority } = reservation;
    const now = this.#now();
    const question = {
      ...settings,
      id,
      priority: priorities.indexOf(priority),
      company: companyOf(budgets),
      now: now === '' ? undefined : Number(now),
      askedAt,
      budgets: budgets.map((budget) => ({
        limit: budget.limit,
        windowMs: keptWindowMs(budget),
        kind: kindOf(budget),
      })),
    };
    const names = budgets.flatMap(({ key }) => [budgetKeys.log(key), budgetKeys.known(key)]);
    return toGrant(await this.#run(reserveScript, names, [JSON.stringify(question)]), budgets);
  }

  async release({ id, budgets, priority }: Reservation, { askedAt }: Grant): Promise<void> {
    const place = `${String(priorities.indexOf(priority))} ${id} ${companyOf(budgets)}`;
    const places = [`gone ${place}`, `${String(askedAt)} ${place}`];
    const releases = budgets.map(({ key }) => this.#client.zRem(budgetKeys.log(key), places));
    await withTimeout(answerWithinMs, Promise.all(releases));
  }

  async block(key: string, ms: number): Promise<void> {
    await this.#run(
      blockScript,
      [budgetKeys.known(key)],
      [String(Math.ceil(ms)), String(keptForMs), this.#now()],
    );
  }

  async reserveRest(key: string, ms: number): Promise<void> {
    await this.#run(reserveRestScript, [budgetKeys.known(key)], [String(ms), String(keptForMs), this.#now()]);
  }

  async announceSync(keys: readonly string[]): Promise<void> {
    await this.#run(announceScript, keys.map(budgetKeys.known), [String(syncActiveMs), this.#now()]);
  }

  async learnLimit(key: string, limit: number): Promise<void> {
    const known = budgetKeys.known(key);
    const learned = this.#client.multi().hSet(known, 'limit', limit).pExpire(known, keptForMs).exec();
    await withTimeout(answerWithinMs, learned);
  }

  async noteDailyUse(key: string, { limit, remaining }: DailyUse): Promise<void> {
    const known = budgetKeys.known(key);
    const day = { dailyLimit: limit, dailyRemaining: remaining, dailyAt: Date.now() };
    const noted = this.#client.multi().hSet(known, day).pExpire(known, keptForMs).exec();
    await withTimeout(answerWithinMs, noted);
  }

  async change(budgets: readonly Budget[], startedAt: number, change: Change): Promise<KnownStates> {
    const { own, shared } = ownAndShared(budgets);
    if (!own) return { now: this.#ourNow(), states: new Map() };
    const keysOf = [own, ...(shared ? [shared] : [])].map(({ key }) => key);
    const names = keysOf.map(budgetKeys.known);
    for (let attempt = 0; attempt < changeAttempts; attempt += 1) {
      const { now, hashes } = await this.#read(names);
      const [ownState = untroubled, sharedState = untroubled] = hashes.map(({ state }) => state);
      const before = { own, ownState, shared: shared ?? null, sharedState };
      const after = change(before, { now: Math.floor(now), startedAt: this.#offset.there(startedAt) });
      const states = [after.ownState, after.sharedState];
      const known = { now, states: new Map(keysOf.map((key, at) => [key, states[at] ?? untroubled])) };
      if (after.ownState === ownState && after.sharedState === sharedState) return known;
      const values = hashes.flatMap(({ version }, index) => [version, JSON.stringify(states[index])]);
      if ((await this.#run(replaceScript, names, [String(keptForMs), ...values])) === 1) return known;
    }
    throw new Error('What is known of a budget was changed by others all the time');
  }

  /** What is known of budgets, and Redis' time, by which its clock is compared with ours. */
  async #read(names: string[]) {
    const askedAt = this.#ourNow();
    const [time, ...hashes] = knownSchema.parse(await this.#run(readScript, names, []));
    const now = Number(this.#now() || time);
    this.#offset.learn({ told: now, askedAt, heardAt: this.#ourNow() });
    return { now, hashes };
  }

  #run(script: Script, names: string[], values: string[]): Promise<unknown> {
    return withTimeout(answerWithinMs, runScript(this.#client, script, { keys: names, arguments: values }));
  }
}

/** What the script needs to know of every call. */
const settings = {
  probeMs,
  lookAgainMs,
  widenMs: widenEveryMs,
  syncActiveMs,
  minParts,
  partMs,
  agedMs,
  comesLateMs,
};

/** Where Redis keeps the calls of a budget, and what is known of it. */
export const budgetKeys = {
  log: (key: string) => `ridgeline:governor:${key}:log`,
  known: (key: string) => `ridgeline:governor:${key}:known`,
};

const time = z.coerce.number().default(0);
/** The state of a budget in its hash. */
export const storedStateSchema = z.object({
  blockedUntil: time,
  reservedUntil: time,
  narrowedTo: time,
  narrowedAt: time,
  refusals: time,
  refusedAt: time,
  refusedStart: time,
  suspectedBy: z.string().default(''),
  probeUntil: time,
});
/** A hash as Redis answers it in a script: names and values in turn. */
export const pairsOf = (flat: readonly string[]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : [])));

const hashSchema = z.array(z.string()).transform((flat) => {
  const { version = '0', ...known } = pairsOf(flat);
  return { version, state: storedStateSchema.parse(known) };
});
const knownSchema = z.tuple([z.string()], hashSchema);

const number = z.number();
const reservedSchema = z.tuple([number, number, number, number, number, number]);

function toGrant(answer: unknown, budgets: readonly Budget[]): Grant {
  const [waitMs, startsAt, askedAt, decided, block, isProbe] = reservedSchema.parse(answer);
  const budget = budgets[decided - 1];
  return {
    waitMs,
    startsAt,
    askedAt,
    ...(waitMs === 0 ? { isProbe: isProbe === 1 } : {}),
    ...(budget
      ? { because: { budget, blocked: block !== 0, ...(block === 2 ? { isReserved: true } : {}) } }
      : {}),
  };
}
