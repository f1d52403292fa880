import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type Redis } from '../open-redis.ts';
import { createAttemptThrottle, type Attempt, type AttemptThrottle } from './attempt-throttle.ts';

let redis: Redis;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await redis.client.flushDb();
});

const network = '203.0.113.1';
const of = (account: string): Attempt => ({ network, account });
const wrong = () => Promise.reject(new AppError('auth.wrong_credentials'));
const right = () => Promise.resolve('in');

/** The outcome of an attempt: its answer, or the code with which it was refused. */
const outcome = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => (error instanceof AppError ? error.code : 'broken'));

/** This many attempts, in sequence or some concurrently; counts each outcome. */
async function many(times: number, attempt: () => Promise<string>, atOnce = 1) {
  const outcomes: string[] = [];
  while (outcomes.length < times)
    outcomes.push(...(await Promise.all(Array.from({ length: atOnce }, () => outcome(attempt())))));
  return Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (it) => it)).map(([name, all]) => [name, all?.length]),
  );
}

describe('Behind one address', () => {
  let wrongPasswords: AttemptThrottle;
  let signIns: AttemptThrottle;
  beforeAll(() => {
    const rule = { windowSeconds: 900, accountIs: 'account-and-network' } as const;
    const counts = ['auth.wrong_credentials'] as const;
    const wrongRule = { ...rule, kind: 'wrong', perNetwork: 20, perAccount: 5, counts } as const;
    wrongPasswords = createAttemptThrottle(redis.client, wrongRule);
    const allRule = { ...rule, kind: 'all', perNetwork: 20, perAccount: 5, counts: 'all' } as const;
    signIns = createAttemptThrottle(redis.client, allRule);
  });

  test.each([1, 40])(
    'When one account is tried repeatedly with wrong passwords, %i concurrently, then others still sign in',
    async (atOnce) => {
      const guesses = await many(120, () => wrongPasswords.attempt(of('ann'), wrong), atOnce);
      expect(guesses).toEqual({ 'auth.wrong_credentials': 5, 'request.too_many': 115 });
      expect(await outcome(wrongPasswords.attempt(of('bob'), right))).toBe('in');
    },
  );

  test('When one account is signed in to again and again, then others still are', async () => {
    const floods = await many(120, () => signIns.attempt(of('ann'), right), 10);
    expect(floods).toEqual({ in: 5, 'request.too_many': 115 });
    expect(await outcome(signIns.attempt(of('bob'), right))).toBe('in');
  });

  test('When one company keeps trying made-up keys, then another one can still check its own', async () => {
    const checks = signIns;
    const rule = { kind: 'refusal', windowSeconds: 300, perNetwork: 20, perAccount: 5 } as const;
    const refusals = createAttemptThrottle(redis.client, {
      ...rule,
      accountIs: 'account',
      counts: ['connection.acculynx_refused'],
      refusal: 'connection.checks_paused',
    });
    const check = (company: string, answer: string) =>
      checks.attempt(of(company), () =>
        refusals.attempt(
          of(company),
          () => Promise.resolve(answer),
          (it) => (it === 'refused' ? 'connection.acculynx_refused' : null),
        ),
      );
    const tried = await many(68, () => check('made-up', 'refused'));
    expect(tried).toMatchObject({ refused: 5 });
    expect(await outcome(check('honest', 'valid'))).toBe('valid');
  });

  test('When guessing is spread over many accounts, then the address has to wait, and no account pays for it', async () => {
    let account = 0;
    const guesses = await many(30, () => wrongPasswords.attempt(of(`of-many-${String(account++)}`), wrong));
    expect(guesses).toEqual({ 'auth.wrong_credentials': 20, 'request.too_many': 10 });
    const rule = { kind: 'mailbox', windowSeconds: 900, accountIs: 'account', counts: 'all' } as const;
    const mails = createAttemptThrottle(redis.client, { ...rule, perNetwork: 1, perAccount: 2 });
    await mails.attempt(of('ann'), right);
    expect(await many(5, () => mails.attempt(of('ann'), right))).toEqual({ 'request.too_many': 5 });
    expect(await outcome(mails.attempt({ network: '203.0.113.2', account: 'ann' }, right))).toBe('in');
  });
});
