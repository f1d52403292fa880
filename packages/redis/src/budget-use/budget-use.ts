import { withTimeout } from '@ridgeline/kit';
import { z } from 'zod';
import type { RedisClient } from '../open-redis.ts';
import { runScript } from '../run-script.ts';
import { useScript } from './use-script.redis.ts';
import { limitAt } from '../governor/budget-state.ts';
import { keptWindowMs, type Budget, type DailyUse } from '../governor/budget.ts';
import { priorities, type Priority } from '../governor/call-order.ts';
import { answerWithinMs, budgetKeys, storedStateSchema, pairsOf } from '../governor/limit-store.redis.ts';

/** The current use of a budget. All times are in ms since 1970, by Redis' clock, except that of the day: it is by ours. */
export interface BudgetUse {
  readonly now: number;
  /** The vendor's limit, as narrowed by refusals. */
  readonly limit: number;
  /** The calls that began within the current window, and those that wait, by priority. */
  readonly used: Readonly<Record<Priority, number>>;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** When there is room for the next call; null while there is room. */
  readonly freesAt: number | null;
  /** Until when the vendor asked all callers to stop; null when it did not. */
  readonly blockedUntil: number | null;
  /** Until when the rest of the vendor's day is reserved for people and sync; null while it is open to all. */
  readonly reservedUntil: number | null;
  /** What the vendor last reported about its day, and when; null while it has not. */
  readonly day: (DailyUse & { readonly at: number }) | null;
}

/** Reads the use of budgets in one round trip. It reserves nothing and changes nothing. Throws what Redis throws. */
export type ReadUse = (budgets: readonly Budget[]) => Promise<BudgetUse[]>;

const counts = z.array(z.int()).length(priorities.length);
const answerSchema = z.tuple(
  [z.coerce.number()],
  z.tuple([counts, counts, z.coerce.number(), z.array(z.string())]),
);

const optionalNumber = z.coerce.number().optional();
/** What was learned from the vendor, in addition to the budget's state. */
const learnedSchema = z.object({
  limit: optionalNumber,
  dailyLimit: optionalNumber,
  dailyRemaining: optionalNumber,
  dailyAt: optionalNumber,
});

const byPriority = (numbers: readonly number[]): Record<Priority, number> => ({
  people: numbers[0] ?? 0,
  sync: numbers[1] ?? 0,
  migration: numbers[2] ?? 0,
  background: numbers[3] ?? 0,
});

/** Reads use over a connection to Redis. */
export function createUseReader(client: RedisClient): ReadUse {
  return async (budgets) => {
    const keys = budgets.flatMap(({ key }) => [budgetKeys.log(key), budgetKeys.known(key)]);
    const windows = budgets.map((budget) => String(keptWindowMs(budget)));
    const run = runScript(client, useScript, { keys, arguments: windows });
    const [now, ...found] = answerSchema.parse(await withTimeout(answerWithinMs, run));
    return budgets.map((budget, at) => useOf(budget, now, found[at] ?? [[], [], 0, []]));
  };
}

function useOf(
  budget: Budget,
  now: number,
  [used, waiting, oldest, flat]: readonly [readonly number[], readonly number[], number, string[]],
): BudgetUse {
  const known = pairsOf(flat);
  const state = storedStateSchema.parse(known);
  const { limit: learned = budget.limit, dailyLimit, dailyRemaining, dailyAt } = learnedSchema.parse(known);
  const limit = limitAt(now, learned, state);
  const later = (time: number): number | null => (time > now ? time : null);
  const blockedUntil = later(state.blockedUntil);
  const isFull = used.reduce((sum, count) => sum + count, 0) >= limit;
  return {
    now,
    limit,
    used: byPriority(used),
    waiting: byPriority(waiting),
    freesAt: blockedUntil ?? (isFull ? later(oldest + keptWindowMs(budget)) : null),
    blockedUntil,
    reservedUntil: later(state.reservedUntil),
    day:
      dailyLimit === undefined || dailyRemaining === undefined || dailyAt === undefined
        ? null
        : { limit: dailyLimit, remaining: dailyRemaining, at: dailyAt },
  };
}
