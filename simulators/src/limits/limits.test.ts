import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../testing/bench.ts';
import { SlidingWindow } from './sliding-window.ts';

const times = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
  return statuses;
};

const ping = (bench: Bench) => bench.acculynx('/diagnostics/ping');

describe('A sliding window', () => {
  test('takes as many as fit and again when the oldest has left', () => {
    const window = new SlidingWindow(1_000);
    expect([window.take(0, 2), window.take(400, 2), window.take(900, 2)]).toEqual([true, true, false]);
    expect(window.untilOldestLeaves(900)).toBe(100);
    expect([window.take(1_000, 2), window.take(1_001, 2)]).toEqual([true, false]);
  });

  test('counts an event that may have come earlier from then on, and never before the one ahead of it', () => {
    const window = new SlidingWindow(1_000);
    expect([window.take(900, 2), window.take(1_300, 2, 700)]).toEqual([true, true]);
    expect([window.take(1_899, 2), window.take(1_900, 2)]).toEqual([false, true]);
  });

  test('forgets old events also after very many', () => {
    const window = new SlidingWindow(10);
    for (let now = 0; now < 5_000; now += 1) expect(window.take(now, 10)).toBe(true);
    expect(window.count(5_008)).toBe(1);
  });
});

describe('AccuLynx', () => {
  test('When a key makes more than ten requests in a second, then the eleventh is a 429 of text without any hint', async () => {
    await using bench = await startBench({ limits: true });
    expect(await times(10, () => ping(bench))).toEqual(Array<number>(10).fill(200));
    const refused = await ping(bench);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toContain('text/plain');
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(refused.body).toBeNull();
    bench.clock.advance(1_000);
    expect((await ping(bench)).status).toBe(200);
  });

  test('When an address makes more than thirty requests in a second, then it is shut out for half a minute', async () => {
    await using bench = await startBench({ limits: true });
    await times(31, () => ping(bench));
    bench.clock.advance(29_999);
    expect((await ping(bench)).status).toBe(429);
    bench.clock.advance(1);
    expect((await ping(bench)).status).toBe(200);
  });

  test('What is read after the simulators stalled counts from when it can have come', async () => {
    await using bench = await startBench({ limits: true });
    const paced = async (calls: number) => {
      const statuses: number[] = [];
      for (let call = 0; call < calls; call += 1) {
        statuses.push((await ping(bench)).status);
        bench.clock.advance(100);
      }
      return statuses;
    };
    const afterBreak = async (stalled: boolean) => {
      await paced(10);
      bench.clock.advance(300, { stalled });
      const together = await times(3, () => ping(bench));
      bench.clock.advance(100);
      return [...together, ...(await paced(10))];
    };
    expect(await afterBreak(true)).toEqual(Array<number>(13).fill(200));
    expect(await afterBreak(false)).toContain(429);
  });

  test('The control API counts what the limits refused, calls during a ban separately', async () => {
    await using bench = await startBench({ limits: true });
    const counts = async () =>
      ((await bench.control('GET', '/limits')).body as { counts: { acculynx: object } }).counts.acculynx;
    await times(12, () => ping(bench));
    expect(await counts()).toEqual({ admitted: 10, key429: 2, write429: 0, bans: 0, callsDuringBan: 0 });
    await times(19, () => ping(bench));
    expect(await counts()).toEqual({ admitted: 10, key429: 20, write429: 0, bans: 1, callsDuringBan: 0 });
    await times(3, () => ping(bench));
    expect(await counts()).toMatchObject({ bans: 1, callsDuringBan: 3 });
    await bench.control('PUT', '/limits', {});
    expect(await counts()).toMatchObject({ admitted: 0, callsDuringBan: 0 });
    expect((await ping(bench)).status).toBe(200);
  });

  test.each([
    [{}, 'Too many requests.', 'text/plain; charset=utf-8', null],
    [{ burstBody: 'empty', retryAfterOnBurst: true } as const, '', null, '1'],
  ])('With the settings %p a fast key and a banned address look alike', async (limits, text, type, wait) => {
    await using bench = await startBench({ limits: true, settings: { acculynx: { limits } } });
    await times(10, () => ping(bench));
    const fast = await ping(bench);
    expect([fast.status, fast.text, fast.headers.get('content-type')]).toEqual([429, text, type]);
    expect(fast.headers.get('retry-after')).toBe(wait);
    await times(20, () => ping(bench));
    const banned = await ping(bench);
    expect([banned.status, banned.text, banned.headers.get('content-type')]).toEqual([429, text, type]);
    expect(banned.headers.get('retry-after')).toBe(wait === null ? null : '30');
  });

  test('When the hourly write quota is used up, then the 429 carries its headers', async () => {
    const settings = { acculynx: { limits: { writesPerHour: 2 } } };
    await using bench = await startBench({ limits: true, settings });
    const write = () =>
      bench.acculynx('/contacts', { method: 'POST', body: { contactTypeIds: ['x'], lastName: 'New' } });
    const first = await write();
    expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([201, '1']);
    await write();
    const refused = await write();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('company-write:hourly');
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(refused.headers.get('ratelimit-reset')).toBe('3600');
    bench.clock.advance(3_600_000);
    expect((await write()).status).toBe(201);
  });

  test('Searching is no write', async () => {
    await using bench = await startBench({
      limits: true,
      settings: { acculynx: { limits: { writesPerHour: 1 } } },
    });
    const search = () => bench.acculynx('/jobs/search', { method: 'POST', body: { searchTerm: 'a' } });
    expect(await times(3, search)).toEqual([200, 200, 200]);
  });
});

describe('HubSpot', () => {
  const details = (bench: Bench) => bench.hubspot('GET', '/account-info/2026-03/details');
  const search = (bench: Bench) =>
    bench.contacts('POST', '/search', { filterGroups: [], properties: [], sorts: [], limit: 10, after: '' });

  test('The window of ten seconds rolls, and the headers tell what is left', async () => {
    await using bench = await startBench({ limits: true, company: { plan: 'starter' } });
    const first = await details(bench);
    expect(first.headers.get('x-hubspot-ratelimit-max')).toBe('100');
    expect(first.headers.get('x-hubspot-ratelimit-remaining')).toBe('99');
    expect(first.headers.get('x-hubspot-ratelimit-interval-milliseconds')).toBe('10000');
    expect(first.headers.get('x-hubspot-ratelimit-daily')).toBe('250000');
    bench.clock.advance(4_000);
    expect(await times(99, () => details(bench))).toEqual(Array<number>(99).fill(200));
    const refused = await details(bench);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      status: 'error',
      message: 'You have reached your ten_secondly_rolling limit.',
      errorType: 'RATE_LIMIT',
      policyName: 'TEN_SECONDLY_ROLLING',
    });
    expect(refused.headers.get('retry-after')).toBeNull();
    bench.clock.advance(6_000);
    expect(await times(2, () => details(bench))).toEqual([200, 429]);
  });

  test('The plan decides about the window', async () => {
    await using bench = await startBench({
      limits: true,
      company: { plan: 'professional', limitPack: true },
    });
    expect((await details(bench)).headers.get('x-hubspot-ratelimit-max')).toBe('250');
  });

  test('Search has five calls a second of its own, and no headers', async () => {
    await using bench = await startBench({ limits: true });
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push(await search(bench));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[0]?.headers.get('x-hubspot-ratelimit-max')).toBeNull();
    expect(answers[5]?.body).toMatchObject({
      message: 'You have reached your secondly limit.',
      policyName: 'SECONDLY',
    });
    expect((await details(bench)).headers.get('x-hubspot-ratelimit-remaining')).toBe('189');
  });

  test('The day restarts at the midnight of the portal, not of UTC', async () => {
    await using bench = await startBench({ limits: true, company: { timeZone: 'US/Eastern' } });
    await details(bench);
    const used = async () =>
      (await bench.hubspot('GET', '/account-info/2026-03/api-usage/daily/private-apps')).body;
    expect(await used()).toMatchObject({
      results: [{ currentUsage: 2, resetsAt: '2026-11-21T05:00:00.000Z' }],
    });
    bench.clock.advance(13 * 3_600_000);
    expect(await used()).toMatchObject({ results: [{ currentUsage: 3 }] });
    bench.clock.advance(4 * 3_600_000);
    expect(await used()).toMatchObject({ results: [{ currentUsage: 1 }] });
  });
});
