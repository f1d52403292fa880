import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '../determinism/clock.ts';
import { startBench, type Bench } from '../testing/bench.ts';
import { FaultPlan } from './fault-plan.ts';
import { pathPattern } from './path-pattern.ts';

const details = (bench: Bench) => bench.hubspot('GET', '/account-info/2026-03/details');
const create = (bench: Bench, firstname = 'x') => bench.contacts('POST', '', { properties: { firstname } });
const stored = (bench: Bench): number => bench.simulators.simulation.portals[0]?.counts().contacts ?? -1;
const add = (bench: Bench, fault: object) =>
  bench.control('POST', '/faults', { vendor: 'hubspot', ...fault });
const lastEntry = (bench: Bench) => bench.simulators.simulation.log.list().at(-1);

describe('What a fault does', () => {
  test('A storm of 429 ends after its count', async () => {
    await using bench = await startBench();
    await add(bench, { times: 2, effect: { kind: 'rate-limit' } });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await details(bench)).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  test('A 502 is an HTML page, and can come without a content type', async () => {
    await using bench = await startBench();
    await add(bench, { times: 1, effect: { kind: 'http-error', status: 502 } });
    await add(bench, { times: 1, effect: { kind: 'http-error', status: 502, contentType: false } });
    await add(bench, {
      times: 1,
      effect: { kind: 'http-error', status: 477, body: 'none', retryAfterSeconds: 60 },
    });
    const [page, bare, moved] = [await details(bench), await details(bench), await details(bench)];
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html;charset=utf-8']);
    expect([bare.status, bare.headers.get('content-type')]).toEqual([502, null]);
    expect([moved.status, moved.headers.get('retry-after')]).toEqual([477, '60']);
  });

  test('A reset happens before anything is written, a cut after it', async () => {
    await using bench = await startBench();
    await add(bench, { times: 1, effect: { kind: 'reset' } });
    await expect(create(bench)).rejects.toThrow('fetch failed');
    expect([stored(bench), lastEntry(bench)?.outcome, lastEntry(bench)?.status]).toEqual([0, 'reset', null]);
    await add(bench, { times: 1, effect: { kind: 'cut' } });
    await expect(create(bench)).rejects.toThrow('fetch failed');
    expect([stored(bench), lastEntry(bench)?.outcome, lastEntry(bench)?.status]).toEqual([1, 'cut', 201]);
  });

  test('A garbled answer is a 200 after the write, with a page, half of its JSON, another one or nothing', async () => {
    await using bench = await startBench();
    const bodies: string[] = [];
    for (const body of ['html', 'half', 'other', 'none']) {
      await add(bench, { times: 1, effect: { kind: 'garble', body } });
      const reply = await create(bench);
      expect(reply.status).toBe(200);
      bodies.push(reply.text);
    }
    expect(bodies[0]).toMatch(/^<!DOCTYPE html>/);
    expect(bodies[1]).toMatch(/^\{"id":"/);
    expect(() => void JSON.parse(bodies[1] ?? '')).toThrow(SyntaxError);
    expect(bodies.slice(2)).toEqual(['{"unexpected":true}', '']);
    expect(stored(bench)).toBe(4);
  });

  test('A hang never answers', async () => {
    await using bench = await startBench();
    await add(bench, { effect: { kind: 'hang' } });
    const path = `${bench.simulators.addresses.hubspot}/account-info/2026-03/details`;
    const caller = new AbortController();
    const answer = fetch(path, { signal: caller.signal });
    while (lastEntry(bench)?.outcome !== 'hung') await new Promise(setImmediate);
    caller.abort(new Error('No answer yet'));
    await expect(answer).rejects.toThrow('No answer yet');
  });

  test('A slow answer comes after its delay, while the write is stored immediately', async () => {
    await using bench = await startBench();
    await add(bench, { effect: { kind: 'slow', delayMs: 5_000 } });
    const answer = create(bench);
    while (bench.clock.waiting === 0) await new Promise(setImmediate);
    expect([stored(bench), lastEntry(bench)?.outcome]).toEqual([1, 'open']);
    bench.clock.advance(5_000);
    expect((await answer).status).toBe(201);
  });

  test('A key is revoked after so many requests, until the fault is removed', async () => {
    await using bench = await startBench();
    await bench.control('POST', '/faults', { vendor: 'acculynx', after: 2, effect: { kind: 'revoke' } });
    const call = async () => (await bench.acculynx('/contacts?pageSize=1')).status;
    expect([await call(), await call(), await call(), await call()]).toEqual([200, 200, 401, 401]);
    await bench.control('DELETE', '/faults');
    expect(await call()).toBe(200);
  });

  test('Particular records are refused, by email or by source id, and no others', async () => {
    await using bench = await startBench();
    await bench.uniqueProperty('acculynx_contact_id');
    await add(bench, {
      effect: { kind: 'refuse-records', emails: ['Bad@example.com'], code: 'INVALID_EMAIL' },
    });
    await add(bench, { effect: { kind: 'refuse-records', sourceIds: ['s-3'] } });
    const inputs = ['fine@example.com', 'bad@example.com', 'third@example.com'].map((email, index) => ({
      id: `s-${index + 1}`,
      idProperty: 'acculynx_contact_id',
      properties: { email },
      objectWriteTraceId: `s-${index + 1}`,
    }));
    const mixed = await bench.contacts('POST', '/batch/upsert', { inputs });
    expect(mixed.status).toBe(207);
    expect(mixed.body).toMatchObject({
      results: [{ properties: { email: 'fine@example.com' } }],
      errors: [{ context: { objectWriteTraceId: ['s-2'] } }, { context: { objectWriteTraceId: ['s-3'] } }],
    });
    expect(mixed.text).toContain('INVALID_OPTION');
  });

  test('When only writes that send a property are refused, then others of the same record are accepted', async () => {
    await using bench = await startBench();
    await bench.uniqueProperty('acculynx_contact_id');
    await add(bench, {
      effect: { kind: 'refuse-records', sourceIds: ['s-1'], property: 'company', whenSent: true },
    });
    const upsert = (properties: Record<string, string>) =>
      bench.contacts('POST', '/batch/upsert', {
        inputs: [{ id: 's-1', idProperty: 'acculynx_contact_id', properties }],
      });
    expect((await upsert({ lastname: 'Fine' })).status).toBe(200);
    expect((await upsert({ lastname: 'Refused', company: 'Ridge' })).status).toBe(400);
    expect((await upsert({ lastname: 'Fine again' })).status).toBe(200);
  });
});

describe('Which requests a fault meets', () => {
  const target = { vendor: 'hubspot', method: 'GET', path: '/a/b', companyId: 'ridge' } as const;
  const effect = { kind: 'reset' } as const;

  test('Method, path and company must fit', () => {
    const plan = new FaultPlan(new ManualClock(), () => 1);
    plan.add({ vendor: 'hubspot', method: 'get', path: '/a/*', companyId: 'ridge', effect });
    expect(plan.strike({ ...target, method: 'POST' })).toBeNull();
    expect(plan.strike({ ...target, path: '/a/b/c' })).toBeNull();
    expect(plan.strike({ ...target, companyId: null })).toBeNull();
    expect(plan.strike({ ...target, vendor: 'acculynx' })).toBeNull();
    expect(plan.strike(target)).toEqual(effect);
  });

  test('It ends after its time', () => {
    const clock = new ManualClock();
    const plan = new FaultPlan(clock, () => 1);
    plan.add({ vendor: 'hubspot', forMs: 60_000, effect });
    clock.advance(59_999);
    expect(plan.strike(target)).toEqual(effect);
    clock.advance(1);
    expect(plan.strike(target)).toBeNull();
    expect(plan.list()).toMatchObject([{ matched: 1, struck: 1, active: false }]);
  });

  test('A probability is drawn from the seed: the same seed strikes the same requests', () => {
    const struck = (seed: number): boolean[] => {
      const plan = new FaultPlan(new ManualClock(), () => seed);
      plan.add({ vendor: 'hubspot', probability: 0.3, effect });
      return Array.from({ length: 200 }, () => plan.strike(target) !== null);
    };
    expect(struck(5)).toEqual(struck(5));
    expect(struck(5)).not.toEqual(struck(6));
    expect(struck(5).filter(Boolean).length).toBeGreaterThan(35);
    expect(struck(5).filter(Boolean).length).toBeLessThan(85);
  });

  test.each([
    ['/crm/**/batch/upsert', '/crm/objects/2026-03/contacts/batch/upsert', true],
    ['/crm/objects/*/contacts', '/crm/objects/2026-03/contacts', true],
    ['/crm/objects/*/contacts', '/crm/objects/2026-03/contacts/1', false],
    ['/a.b', '/aXb', false],
  ])('%p against %p: %p', (pattern, path, expected) => {
    expect(pathPattern(pattern)(path)).toBe(expected);
  });
});
