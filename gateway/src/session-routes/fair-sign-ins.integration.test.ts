import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/integration';
import { Browser, sealed } from '../testing/browser.ts';
import { throttledGateway } from '../testing/throttled-gateway.ts';

const gateway = throttledGateway({});

/** Other users, each at their own address, all in another company. */
const others = Array.from({ length: 16 }, (_, n) => ({
  email: `other-${n}@two.example`,
  from: `192.0.2.${n}`,
}));

async function signIn({ email, from }: { email: string; from: string }): Promise<number> {
  const body = { email, password: sealed('right') };
  const asking = { method: 'POST', body, headers: { 'x-forwarded-for': from } };
  return (await new Browser(gateway().url).ask('/api/login', asking)).status;
}

/** Starts sign-ins that last until the end of the test; waits until all that find no room were refused. */
async function flood(attempts: readonly { email: string; from: string }[]) {
  const gate = Promise.withResolvers<undefined>();
  gateway().stub.hold = gate.promise;
  let refused = 0;
  const sent = attempts.map(async (attempt) => {
    if ((await signIn(attempt)) === 429) refused += 1;
  });
  await eventually(() => expect(refused).toBeGreaterThanOrEqual(attempts.length - 32), {
    what: 'the flood to be refused but for what finds room',
  });
  return async () => {
    gate.resolve(undefined);
    await Promise.all(sent);
  };
}

/** The answers to sign-ins that other users sent during the flood. */
async function answersBeside(release: () => Promise<void>, sent: readonly Promise<number>[]) {
  // Redis answers in order, and this call sends it more commands than a sign-in does before it waits or is refused.
  await new Browser(gateway().url).ask('/api/forgot-password', {
    method: 'POST',
    body: { email: 'a@one.example' },
  });
  await release();
  return Promise.all(sent);
}

describe('A flood of sign-ins by two addresses with accounts of their own', () => {
  const [one, two] = ['203.0.113.1', '203.0.113.2'];
  const own = (from: string) =>
    Array.from({ length: 36 }, (_, n) => ({ email: `slow-${from}-${n % 12}@one.example`, from }));

  test('When it fills the room, then sixteen others at addresses of their own all sign in', async () => {
    const release = await flood([...own(one), ...own(two)]);
    expect(await answersBeside(release, others.map(signIn))).toEqual(others.map(() => 200));
  });

  test('When its addresses are of one network of IPv6, then they count as one', async () => {
    const sixes = Array.from({ length: 64 }, (_, n) => ({
      email: `slow-${n}@one.example`,
      from: `2001:db8:7:${n.toString(16)}::1`,
    }));
    const release = await flood(sixes);
    expect(await answersBeside(release, others.map(signIn))).toEqual(others.map(() => 200));
  });
});

describe('A flood of sign-ins from many addresses', () => {
  test('When it fills the room of anonymous clients, then users who signed in there before still do', async () => {
    for (const other of others) expect(await signIn(other)).toBe(200);
    const many = Array.from({ length: 64 }, (_, n) => ({
      email: `slow-${n}@one.example`,
      from: `198.51.100.${n}`,
    }));
    const release = await flood(many);
    expect(await answersBeside(release, others.map(signIn))).toEqual(others.map(() => 200));
  });
});
