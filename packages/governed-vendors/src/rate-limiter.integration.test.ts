import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAcculynxClient } from '@ridgeline/acculynx';
import { createLogger } from '@ridgeline/kit';
import { createGovernor, openRedis, type Governor } from '@ridgeline/redis';
import { acculynxBudgets, acculynxSpacing } from './vendor-budgets.ts';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { eventually, testRedisUrl } from '@ridgeline/testkit/integration';
import { keyLimiter } from './rate-limiter.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const stack = new AsyncDisposableStack();
const governors: Governor[] = [];
const banMs = 3_000;
const open = new AbortController().signal;
const keys = Array.from({ length: 10 }, (_, index) => `key-${String(index)}`);
let simulators: Simulators;

beforeAll(async () => {
  const url = await testRedisUrl();
  for (const name of ['one', 'two', 'three'])
    governors.push(createGovernor({ redis: stack.use(await openRedis({ url, name, logger })), logger }));
  simulators = await startSimulators({
    companies: keys.map((key, index) => ({
      companyId: key,
      acculynxApiKey: key,
      hubspotToken: `pat-${key}`,
      contacts: 0,
      jobs: 0,
      portalId: index + 1,
    })),
    settings: {
      acculynx: { latency: { baseMs: 60, perRecordMs: 0 }, limits: { enabled: true, banMs } },
    },
  });
  stack.defer(() => simulators.stop());
});

afterAll(() => stack.disposeAsync());

/** Three processes call with ten keys each as fast as they are let; what AccuLynx answered, in the order of the answers. */
async function callAll(
  egressAddress: string,
  calls: number,
  onAnswer: (status: number) => void = () => undefined,
) {
  let left = calls;
  const lanes = governors.flatMap((governor) =>
    keys.map(async (secret) => {
      const budgets = acculynxBudgets(`${egressAddress}-${secret}`, egressAddress).map((budget) =>
        budget.banMs ? { ...budget, banMs } : budget,
      );
      const limiter = keyLimiter(governor, 'migration', {
        ofVendor: budgets,
        ours: [acculynxSpacing(egressAddress)],
      });
      const client = createAcculynxClient({
        baseUrl: simulators.addresses.acculynx,
        secret,
        hooks: {
          beforeCall: () => limiter.acquire(open, () => undefined),
          afterCall: (_, report) => {
            void limiter.onResponse(report);
            onAnswer(report.status ?? 0);
          },
        },
      });
      while (left-- > 0) await client.ping();
    }),
  );
  await Promise.all(lanes);
}

describe('Three processes with ten keys', () => {
  test('When all call as fast as they are let, then AccuLynx refuses none of them', async () => {
    const answers = new Map<number, number>();
    await callAll('nat-limits', 120, (status) => answers.set(status, (answers.get(status) ?? 0) + 1));
    expect(Object.fromEntries(answers)).toEqual({ 200: 120 });
  }, 60_000);

  test('When their address is shut out, then no call goes out any more once a refusal is known, until it is over', async () => {
    const log: { readonly at: number; readonly status: number }[] = [];
    const running = callAll('nat-ban', 90, (status) => log.push({ at: performance.now(), status }));
    await eventually(() => log.length > 5 || Promise.reject(new Error('No answer yet')), { what: 'answers' });
    // Another client behind the same address exceeds the limit.
    await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${simulators.addresses.acculynx}/api/v2/diagnostics/ping`, {
          headers: { authorization: `Bearer ${keys[0] ?? ''}` },
        }),
      ),
    );
    await running;
    const refusals = log.filter(({ status }) => status === 429);
    const [first] = refusals;
    const lastRefused = refusals.at(-1);
    expect(first).toBeDefined();
    // Calls in flight are answered within their latency; then none is refused, because none is made.
    expect((lastRefused?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(1_000);
    const next = log.find(({ at, status }) => status === 200 && at > (lastRefused?.at ?? 0));
    expect((next?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(banMs - 200);
  });
});
