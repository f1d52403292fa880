import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { keptWindowMs, type Budget } from './budget.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import { lookForPlaceMs } from './limit-store.ts';
import { priorities, type Priority } from './call-order.ts';
import { comesLateMs } from './shares.ts';
import { letAllGo } from './testing/callers.ts';

const budget: Budget = { key: 'key', limit: 10, windowMs: 1_000 };
const windowMs = keptWindowMs(budget);
const [fifth, tenth] = [2, 1];
/** 5 % of ten calls in a window. */
const background = { calls: 1, windowMs: 2 * windowMs };

interface Arrival {
  readonly at: number;
  readonly priority: Priority;
  readonly company?: string;
}

interface Gone extends Arrival {
  readonly goneAt: number;
}

/** `idOf`: of the callers in their order, unless given; those of real calls are in none. */
async function gone(
  arrivals: readonly Arrival[],
  budgetsOf: (arrival: Arrival) => readonly Budget[] = () => [budget],
  { idOf = (index: number) => String(index).padStart(4, '0'), lateMs = 1 } = {},
): Promise<Gone[]> {
  const clock = { now: 0 };
  const store = new LocalLimitStore({ replicas: 1, now: () => clock.now });
  const calls = arrivals.map((arrival, index) => ({
    ...arrival,
    reservation: { id: idOf(index), priority: arrival.priority, budgets: budgetsOf(arrival) },
  }));
  return letAllGo(calls, clock, () => store, lateMs);
}

/** The plain model: one queue of all waiting calls that in each millisecond lets the first one go, by the rules of ADR 76. */
function goneInModel(arrivals: readonly Arrival[]): Gone[] {
  const all: Gone[] = [];
  const waiting: Arrival[] = [];
  const left = arrivals.toSorted((a, b) => a.at - b.at);
  const within = (now: number, ms: number, ...which: Priority[]): number =>
    all.filter(({ goneAt, priority }) => goneAt > now - ms && which.includes(priority)).length;
  const waits = (priority: Priority): boolean => waiting.some((it) => it.priority === priority);
  let hadSync = false;

  const mayGo = (now: number, priority: Priority): boolean => {
    if (priority === 'people') return true;
    const isMigrating = waits('migration') || within(now, windowMs, 'migration') > 0;
    if (priority === 'sync') return !isMigrating || within(now, windowMs, 'sync') < budget.limit - fifth;
    const others = within(now, windowMs, 'people', 'migration', 'background');
    if (hadSync && others >= budget.limit - tenth) return false;
    const inPart = within(now, Math.ceil(windowMs / 2), 'people', 'migration', 'background');
    if (hadSync && inPart >= Math.ceil((budget.limit - tenth) / 2)) return false;
    return priority === 'migration' || within(now, background.windowMs, 'background') < background.calls;
  };

  for (let now = 0; left.length + waiting.length > 0; now += 1) {
    while (left[0] && left[0].at <= now) waiting.push(...left.splice(0, 1));
    hadSync ||= waits('sync');
    while (within(now, windowMs, ...priorities) < budget.limit) {
      const isOwed = within(now, windowMs, 'migration') < fifth;
      const order: readonly Priority[] = isOwed ? ['people', 'migration', 'sync', 'background'] : priorities;
      const first = order.find((priority) => waits(priority) && mayGo(now, priority));
      const next = waiting.findIndex(({ priority }) => priority === first);
      if (next === -1) break;
      for (const arrival of waiting.splice(next, 1)) all.push({ ...arrival, goneAt: now });
    }
  }
  return all;
}

const timesOf = (calls: readonly Gone[], ...which: Priority[]): number[] =>
  calls.filter(({ priority }) => which.includes(priority)).map(({ goneAt }) => goneAt);

/** The most of these times that fall into any window. */
const fullest = (times: readonly number[], ms: number): number =>
  Math.max(0, ...times.map((from) => times.filter((it) => it >= from && it < from + ms).length));

/** Calls that come in groups, more than the limit lets go; people are few, as their checks have a pace of their own. */
const groups = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 400 }),
    calls: fc.integer({ min: 1, max: 8 }),
    priority: fc.constantFrom<Priority>('people', 'sync', 'sync', 'migration', 'migration', 'background'),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
);
const arrivals = groups.map((each) => {
  let at = 0;
  return each.flatMap(({ after, calls, priority }): Arrival[] => {
    at += after;
    const few = { people: 2, sync: calls, migration: calls, background: 1 }[priority];
    return Array.from({ length: few }, () => ({ at, priority }));
  });
});

describe('Whatever arrives in which priority', () => {
  test('No window holds more calls than its limit, and background has 5 % at most', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (asked) => {
        const calls = await gone(asked);
        expect(calls).toHaveLength(asked.length);
        expect(fullest(timesOf(calls, ...priorities), windowMs)).toBeLessThanOrEqual(budget.limit);
        const inBackground = fullest(timesOf(calls, 'background'), background.windowMs);
        expect(inBackground).toBeLessThanOrEqual(background.calls);
      }),
    );
  });

  test('While a call of people waits, no other call goes', async () => {
    // But in the millisecond by which its timer is late, where there is room for both.
    await fc.assert(
      fc.asyncProperty(arrivals, async (asked) => {
        const calls = await gone(asked);
        const waits = calls.filter(({ priority }) => priority === 'people');
        const overtaking = calls.filter(
          ({ priority, goneAt }) =>
            priority !== 'people' && waits.some((it) => goneAt > it.at && goneAt < it.goneAt - 1),
        );
        expect(overtaking).toEqual([]);
      }),
    );
  });

  test('Each priority gets as much as in the plain model, at most two windows later', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (asked) => {
        const [calls, inModel] = [await gone(asked), goneInModel(asked)];
        for (const priority of ['people', 'sync', 'migration'] as const) {
          const expected = timesOf(inModel, priority);
          const lateness = timesOf(calls, priority).map((at, index) => at - (expected[index] ?? 0));
          expect(Math.max(0, ...lateness)).toBeLessThanOrEqual(2 * windowMs);
        }
      }),
    );
  });
});

/** As many calls as a kind of work would make if it were allowed to, up to a time. */
const flood = (priority: Priority, calls: number, from = 0): Arrival[] =>
  Array.from({ length: calls }, (_, index) => ({ at: from + Math.floor(index / 12) * 200, priority }));

describe('When a migration saturates a key', () => {
  const migration = flood('migration', 150);

  test('then a sync that begins waits one window at most, and its tenth goes immediately from then on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4_000 }), async (from) => {
        const sync = Array.from({ length: 5 }, (_, index): Arrival => {
          return { at: from + index * 2 * (windowMs + 1), priority: 'sync' };
        });
        const calls = await gone([...migration, ...sync]);
        const waits = calls
          .filter(({ priority }) => priority === 'sync')
          .map(({ at, goneAt }) => goneAt - at);
        expect(waits[0]).toBeLessThanOrEqual(windowMs + 1);
        expect(Math.max(...waits.slice(1))).toBe(0);
      }),
    );
  });

  test('then without sync nothing is kept free', async () => {
    const calls = await gone(migration);
    expect(Math.max(...timesOf(calls, 'migration'))).toBeLessThanOrEqual(14 * (windowMs + 2));
  });

  test('then windows are full as well when all ask together, in any order of their ids, and come back late', async () => {
    const burst = Array.from({ length: 50 }, (): Arrival => ({ at: 0, priority: 'migration' }));
    const ids = fc.uniqueArray(fc.nat(), { minLength: burst.length, maxLength: burst.length });
    await fc.assert(
      fc.asyncProperty(ids, fc.integer({ min: 1, max: comesLateMs }), async (its, lateMs) => {
        const calls = await gone(burst, undefined, { idOf: (index) => String(its[index]), lateMs });
        const starts = timesOf(calls, 'migration');
        expect(fullest(starts, windowMs)).toBe(budget.limit);
        expect(Math.max(...starts)).toBeLessThanOrEqual(4 * (windowMs + 2 * lateMs));
      }),
    );
  });

  test('then a call in the background is late, and goes with its turn among the migrations after half a minute', async () => {
    const long = flood('migration', 600);
    const calls = await gone([...long, { at: 100, priority: 'background' }]);
    const [wentAt = 0] = timesOf(calls, 'background');
    expect(wentAt).toBeGreaterThanOrEqual(30_000);
    expect(wentAt).toBeLessThanOrEqual(30_000 + lookForPlaceMs + windowMs);
  });
});

describe('When sync floods a key', () => {
  test('then migrations have a fifth of each window while they wait, from whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3_000 }), async (from) => {
        const calls = await gone([...flood('sync', 150), ...flood('migration', 12, from)]);
        const starts = timesOf(calls, 'migration');
        // Twelve calls take six windows, and what was let go before they came one more.
        expect(Math.max(...starts)).toBeLessThanOrEqual(from + 7 * windowMs + 10);
        const ofSync = timesOf(calls, 'sync').filter(
          (at) => at > from + windowMs && at < Math.max(...starts),
        );
        expect(fullest(ofSync, windowMs)).toBeLessThanOrEqual(budget.limit - fifth);
      }),
    );
  });

  test('then migrations have their fifth also beside people', async () => {
    const people = Array.from({ length: 12 }, (_, index): Arrival => {
      return { at: index * 530, priority: 'people' };
    });
    const calls = await gone([...flood('sync', 150), ...people, ...flood('migration', 10, 1_000)]);
    expect(Math.max(...timesOf(calls, 'migration'))).toBeLessThanOrEqual(1_000 + 6 * windowMs + 10);
  });

  test('then a migration that calls once in a while finds its next place free', async () => {
    const migration = Array.from({ length: 8 }, (_, index): Arrival => {
      return { at: 2_000 + index * 1_000, priority: 'migration' };
    });
    const calls = await gone([...flood('sync', 150), ...migration]);
    const waits = calls
      .filter(({ priority }) => priority === 'migration')
      .map(({ at, goneAt }) => goneAt - at);
    expect(Math.max(...waits.slice(2))).toBe(0);
  });
});

describe('A window of ten seconds', () => {
  const token: Budget = { key: 'token', limit: 100, windowMs: 10_000 };
  const early: Arrival = { at: 0, priority: 'sync' };

  test('When sync needs more than its tenth beside a migration, then it waits for parts of the window, not for all of it', async () => {
    const round = Array.from({ length: 30 }, (): Arrival => ({ at: 15_000, priority: 'sync' }));
    const calls = await gone([early, ...flood('migration', 250), ...round], () => [token]);
    const last = Math.max(...timesOf(calls, 'sync'));
    expect(last - 15_000).toBeLessThanOrEqual(4_100);
  });
});

describe('Companies that share an address', () => {
  const address: Budget = { key: 'address', limit: 6, windowMs: 1_000, banMs: 30_000 };
  const budgetsOf = ({ company = '' }: Arrival): Budget[] => [{ ...budget, key: company }, address];

  test.each(['sync', 'migration'] as const)(
    'When one has a long queue for %s, then another one waits for one window at most',
    async (priority) => {
      const queue = Array.from({ length: 40 }, (): Arrival => ({ at: 0, priority, company: 'one' }));
      const others = ['two', 'three'].map((company): Arrival => ({ at: 150, priority, company }));
      const calls = await gone([...queue, ...others], budgetsOf);
      const waits = calls.filter(({ company }) => company !== 'one').map(({ at, goneAt }) => goneAt - at);
      expect(Math.max(...waits)).toBeLessThanOrEqual(keptWindowMs(address));
    },
  );

  test('When two have long queues, then each gets half', async () => {
    const queues = ['one', 'two'].flatMap((company) =>
      Array.from({ length: 18 }, (): Arrival => ({
        at: company === 'one' ? 0 : 10,
        priority: 'sync',
        company,
      })),
    );
    const calls = await gone(queues, budgetsOf);
    const first = calls.slice(0, 24).filter(({ company }) => company === 'one');
    expect(first).toHaveLength(12);
  });

  test('When sweeps of many companies call, then all together have a sixth of the address', async () => {
    const ofVendor: Budget = { ...address, limit: 30 };
    const sweeps = Array.from({ length: 20 }, (_, company) =>
      Array.from({ length: 4 }, (__, call): Arrival => {
        return { at: call * 2_500, priority: 'background', company: String(company) };
      }),
    ).flat();
    const calls = await gone(sweeps, ({ company = '' }) => [{ ...budget, key: company }, ofVendor]);
    const times = timesOf(calls, 'background');
    expect(fullest(times, keptWindowMs(ofVendor))).toBe(5);
    // 80 calls take 16 windows with 5 each: what is theirs is used.
    expect(Math.max(...times)).toBeLessThanOrEqual(16 * keptWindowMs(ofVendor));
  });

  test('When sweeps use up their sixth of the address, then a migration still has all the rest', async () => {
    const ofVendor: Budget = { ...address, limit: 30 };
    const sweeps = Array.from({ length: 60 }, (_, index): Arrival => {
      return { at: 0, priority: 'background', company: String(index) };
    });
    const migrations = flood('migration', 60).map((call, index) => ({
      ...call,
      company: `m${String(index % 6)}`,
    }));
    const calls = await gone([...sweeps, ...migrations], ({ company = '' }) => [
      { ...budget, key: company },
      ofVendor,
    ]);
    expect(fullest(timesOf(calls, 'background'), keptWindowMs(ofVendor))).toBe(5);
    expect(Math.max(...timesOf(calls, 'migration'))).toBeLessThanOrEqual(3 * keptWindowMs(ofVendor));
  });
});
