import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/integration';
import { Browser, sealed } from '../testing/browser.ts';
import { throttledGateway } from '../testing/throttled-gateway.ts';

const limits = { SIGN_INS: 8, SIGN_IN_TRIES: 3, SIGN_IN_TRIES_OF_STRANGERS: 7 };
const gateway = throttledGateway(
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
);
const [home, elsewhere] = ['203.0.113.1', '203.0.113.2'];
const address = (n: number) => `198.51.100.${n}`;

async function signIn(email: string, from: string, password = 'right'): Promise<number> {
  const body = { email, password: sealed(password) };
  const asking = { method: 'POST', body, headers: { 'x-forwarded-for': from } };
  return (await new Browser(gateway().url).ask('/api/login', asking)).status;
}

const most = 40;

/** Starts many sign-ins with the right password that stay unanswered until the end; `kept` of them find room. */
async function holdSignIns(kept: number, of: (n: number) => { email: string; from: string }) {
  const gate = Promise.withResolvers<undefined>();
  gateway().stub.hold = gate.promise;
  const statuses: number[] = [];
  const all = Array.from({ length: most }, async (_, n) => {
    const { email, from } = of(n);
    statuses.push(await signIn(email, from));
  });
  await eventually(() => expect(statuses).toHaveLength(most - kept), { what: 'the others to be refused' });
  expect(new Set(statuses)).toEqual(new Set([429]));
  return async () => {
    gate.resolve(undefined);
    await Promise.all(all);
    expect(statuses.filter((status) => status === 200)).toHaveLength(kept);
  };
}

describe('Right passwords, again and again', () => {
  test('When many networks sign in to one account concurrently, then other accounts still work', async () => {
    const release = await holdSignIns(3, (n) => ({ email: 'slow@one.example', from: address(n) }));
    expect(await signIn('ann@one.example', home)).toBe(200);
    await release();
  });

  test('When one network signs in to many accounts concurrently, then other networks still can', async () => {
    const release = await holdSignIns(16, (n) => ({ email: `slow-${n}@one.example`, from: elsewhere }));
    const other = signIn('ann@one.example', home);
    await release();
    expect(await other).toBe(200);
  });

  test('They count: one account is not signed in to from one network without end', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= limits.SIGN_INS; n += 1) statuses.push(await signIn('ann@one.example', home));
    expect(statuses).toEqual([...Array.from({ length: limits.SIGN_INS }, () => 200), 429]);
    expect(await signIn('ann@one.example', elsewhere)).toBe(200);
    expect(await signIn('bob@one.example', home)).toBe(200);
  });
});

describe('Wrong passwords from many networks', () => {
  async function guess(email: string, networks: number): Promise<number> {
    let arrived = 0;
    for (let n = 0; n < networks; n += 1)
      if ((await signIn(email, address(n), 'wrong')) === 401) arrived += 1;
    return arrived;
  }

  test('For one account so many arrive and no more; its owner signs in where they did before', async () => {
    expect(await signIn('ann@one.example', home)).toBe(200);
    expect(await guess('ANN@one.example', 3 * limits.SIGN_IN_TRIES_OF_STRANGERS)).toBe(
      limits.SIGN_IN_TRIES_OF_STRANGERS,
    );
    expect(await signIn('ann@one.example', elsewhere)).toBe(429);
    expect(await signIn('ann@one.example', home, 'wrong')).toBe(401);
    expect(await signIn('ann@one.example', home)).toBe(200);
    expect(await signIn('bob@one.example', elsewhere)).toBe(200);
  });

  test('A network from which a password was set by link is no longer anonymous', async () => {
    await guess('ann@one.example', limits.SIGN_IN_TRIES_OF_STRANGERS);
    expect(await signIn('ann@one.example', elsewhere)).toBe(429);
    const body = { token: 't', userId: '7', password: sealed('new') };
    const headers = { 'x-forwarded-for': elsewhere };
    await new Browser(gateway().url).ask('/api/reset-password', { method: 'POST', body, headers });
    expect(await signIn('ann@one.example', elsewhere)).toBe(200);
  });
});
