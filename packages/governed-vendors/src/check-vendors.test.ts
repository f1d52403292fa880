import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Governor } from '@ridgeline/redis';
import {
  acculynxBudgets,
  acculynxCheckBudget,
  acculynxSpacing,
  hubspotBudget,
  secretHash,
} from './vendor-budgets.ts';
import { reading } from '@ridgeline/vendor-http';
import { announceSync, backgroundVendors, checkVendors } from './governed-vendors.ts';

const key = 'acculynx-canary';
const token = 'hubspot-canary';
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Records its calls; grants everything immediately. */
class GovernorFake implements Governor {
  readonly acquired: string[][] = [];
  readonly priorities = new Set<string>();
  announced: string[] = [];
  readonly blocked: [string, number][] = [];
  readonly learned: [string, number][] = [];
  readonly limitedAfter: (number | null)[] = [];
  cleared = 0;

  acquire: Governor['acquire'] = (budgets, { priority }) => {
    this.priorities.add(priority);
    this.acquired.push(budgets.map((budget) => budget.key));
    return Promise.resolve();
  };
  block: Governor['block'] = (budgetKey, ms) => {
    this.blocked.push([budgetKey, ms]);
    return Promise.resolve();
  };
  limited: Governor['limited'] = (_budgets, { retryAfterMs }) => {
    this.limitedAfter.push(retryAfterMs);
    return Promise.resolve();
  };
  answered: Governor['answered'] = () => {
    this.cleared += 1;
    return Promise.resolve();
  };
  learnDailyUse: Governor['learnDailyUse'] = () => Promise.resolve();
  announceSync: Governor['announceSync'] = (budgets) => {
    this.announced = budgets.map((budget) => budget.key);
    return Promise.resolve();
  };
  learnLimit: Governor['learnLimit'] = (budgetKey, limit) => {
    this.learned.push([budgetKey, limit]);
    return Promise.reject(new Error('Redis is unavailable'));
  };
}

async function vendorsAt(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const governor = new GovernorFake();
  const options = { acculynxUrl: url, hubspotUrl: url, egressAddress: 'nat-1', governor };
  const vendors = checkVendors(options);
  const until = reading(new AbortController().signal);
  return {
    governor,
    options,
    tryAcculynx: () => vendors.acculynx(key).client.ping(until),
    readStates: () => vendors.acculynx(key).client.states(until),
    tryHubspot: () => vendors.hubspot(token).client.accountDetails(until),
  };
}

const answering =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');

const [perKey, perAddress] = acculynxBudgets(secretHash(key), 'nat-1').map((budget) => budget.key);
const checks = acculynxCheckBudget('nat-1').key;
const spacing = acculynxSpacing('nat-1').key;
const perToken = hubspotBudget(secretHash(token)).key;

describe('Calls of a check count against the shared limits', () => {
  test('When AccuLynx is called, then the call waits for its key, for the share of checks and for the address it comes from', async () => {
    const { tryAcculynx, governor } = await vendorsAt(answering(200));
    await tryAcculynx();

    expect(governor.acquired).toEqual([[perKey, perAddress, checks, spacing]]);
    expect([...governor.priorities]).toEqual(['people']);
    expect(governor.blocked).toEqual([]);
    expect(governor.limitedAfter).toEqual([]);
    expect(governor.cleared).toBe(1);
  });

  test('When one call of the client is several to AccuLynx, then each of them waits for a place', async () => {
    const pages = ['/countries', '/countries/1/states', '/countries/2/states'];
    const called: string[] = [];
    const { readStates, governor } = await vendorsAt((req, res) => {
      const { pathname } = new URL(req.url ?? '', 'http://vendor');
      called.push(pathname);
      const items = [1, 2].map((id) => ({ id: String(id), name: `${pathname} ${id}` }));
      res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ count: items.length, items }));
    });
    expect(await readStates()).toMatchObject({ outcome: 'ok' });

    expect(called.map((path) => path.slice(path.indexOf('/countries')))).toEqual(pages);
    expect(governor.acquired).toHaveLength(pages.length);
  });

  test('When HubSpot is called, then the call waits for its token, and the limit that HubSpot tells is passed on', async () => {
    const { tryHubspot, governor } = await vendorsAt(answering(200, { 'x-hubspot-ratelimit-max': '190' }));
    await tryHubspot();

    expect(governor.acquired).toEqual([[perToken]]);
    expect(governor.learned).toEqual([[perToken, 190]]);
  });

  test.each<[string, Record<string, string>, [number | null, number]]>([
    ['says for how long', { 'retry-after': '7' }, [7_000, 7_000]],
    ['does not say for how long', {}, [null, 1_000]],
  ])('When a 429 %s, then every replica keeps away for so long', async (_, headers, [acculynx, hubspot]) => {
    const { tryAcculynx, tryHubspot, governor } = await vendorsAt(answering(429, headers));
    await tryAcculynx();
    await tryHubspot();

    expect(governor.limitedAfter).toEqual([acculynx]);
    expect(governor.cleared).toBe(0);
    expect(governor.blocked).toEqual([
      [checks, 2_000],
      [perToken, hubspot],
    ]);
  });

  test('When budgets are named, then neither secret can be read from them', async () => {
    const { tryAcculynx, tryHubspot, governor } = await vendorsAt(answering(200));
    await tryAcculynx();
    await tryHubspot();

    expect(JSON.stringify(governor.acquired)).not.toContain('canary');
  });
});

describe('Work that no user waits for', () => {
  test.each(['sync', 'migration', 'background'] as const)(
    'When %s calls both vendors, then its calls have that priority',
    async (priority) => {
      const { governor, options } = await vendorsAt(answering(200));
      const vendors = backgroundVendors(options, priority);
      const until = reading(new AbortController().signal);
      await vendors.acculynx(key).client.ping(until);
      await vendors.hubspot(token).client.accountDetails(until);
      expect(governor.acquired).toEqual([[perKey, perAddress, spacing], [perToken]]);
      expect([...governor.priorities]).toEqual([priority]);
    },
  );

  test('When sync is announced, then its key, its address and its token keep its share free', async () => {
    const governor = new GovernorFake();
    await announceSync({ governor, egressAddress: 'nat-1' }, { acculynxApiKey: key, hubspotPat: token });
    expect(governor.announced).toEqual([perKey, perAddress, perToken]);
  });
});
