import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import {
  acculynxBudgets,
  acculynxCheckBudget,
  acculynxSpacing,
  hubspotBudget,
  secretHash,
  type Governor,
} from '@ridgeline/redis';
import { vendorClients, type VendorClients } from './vendor-clients.ts';

const key = 'acculynx-canary';
const token = 'hubspot-canary';
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Writes down what it is asked; grants everything at once. */
class GovernorFake implements Governor {
  readonly acquired: string[][] = [];
  readonly blocked: [string, number][] = [];
  readonly learned: [string, number][] = [];
  readonly limitedAfter: (number | null)[] = [];
  cleared = 0;

  acquire: Governor['acquire'] = (budgets) => {
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
  learnLimit: Governor['learnLimit'] = (budgetKey, limit) => {
    this.learned.push([budgetKey, limit]);
    return Promise.reject(new Error('Redis is away'));
  };
}

async function clientsOf(
  listener: RequestListener,
): Promise<{ clients: VendorClients; governor: GovernorFake }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const governor = new GovernorFake();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const clients = vendorClients({
    acculynxUrl: url,
    hubspotUrl: url,
    egressAddress: 'nat-1',
    governor,
    logger,
  });
  return { clients, governor };
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
    const { clients, governor } = await clientsOf(answering(200));
    await clients.acculynx(key).ping();

    expect(governor.acquired).toEqual([[perKey, checks, perAddress, spacing]]);
    expect(governor.blocked).toEqual([]);
    expect(governor.limitedAfter).toEqual([]);
    expect(governor.cleared).toBe(1);
  });

  test('When HubSpot is called, then the call waits for its token, and the limit that HubSpot tells is passed on', async () => {
    const { clients, governor } = await clientsOf(answering(200, { 'x-hubspot-ratelimit-max': '190' }));
    await clients.hubspot(token).accountDetails();

    expect(governor.acquired).toEqual([[perToken]]);
    expect(governor.learned).toEqual([[perToken, 190]]);
  });

  test.each<[string, Record<string, string>, [number | null, number]]>([
    ['says for how long', { 'retry-after': '7' }, [7_000, 7_000]],
    ['does not say for how long', {}, [null, 1_000]],
  ])('When a 429 %s, then every replica keeps away for so long', async (_, headers, [acculynx, hubspot]) => {
    const { clients, governor } = await clientsOf(answering(429, headers));
    await clients.acculynx(key).ping();
    await clients.hubspot(token).accountDetails();

    expect(governor.limitedAfter).toEqual([acculynx]);
    expect(governor.cleared).toBe(0);
    expect(governor.blocked).toEqual([
      [checks, 2_000],
      [perToken, hubspot],
    ]);
  });

  test('When budgets are named, then neither secret can be read from them', async () => {
    const { clients, governor } = await clientsOf(answering(200));
    await clients.acculynx(key).ping();
    await clients.hubspot(token).accountDetails();

    expect(JSON.stringify(governor.acquired)).not.toContain('canary');
  });
});
