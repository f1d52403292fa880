import { describe, expect, test } from '@jest/globals';
import { ask, Browser, sealed, type Answer } from '../testing/browser.ts';
import { stubUserId } from '../testing/stub-people.ts';
import { throttledGateway } from '../testing/throttled-gateway.ts';

const email = 'ann@one.example';
const gateway = throttledGateway({
  SIGN_IN_TRIES: '3',
  REGISTRATIONS_PER_ADDRESS: '3',
  REQUESTS_PER_ADDRESS: '4',
});

async function signedIn(options: object = {}): Promise<Browser> {
  const browser = new Browser(gateway().url);
  await browser.signIn(email, 'right', options);
  return browser;
}

const post = (browser: Browser, path: string, body: unknown, address = '203.0.113.1'): Promise<Answer> =>
  browser.ask(path, { method: 'POST', body, headers: { 'x-forwarded-for': address } });

const passwords = (current: string) => ({ currentPassword: sealed(current), newPassword: sealed('new') });
const change = (browser: Browser, current = 'right') =>
  post(browser, '/api/user/change-password', passwords(current));

const hoursOf = ({ headers }: Answer): number => {
  const expires = /Expires=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
  return (Date.parse(expires) - Date.now()) / 3_600_000;
};

describe('Changing the password', () => {
  test('The current session continues under a new id; every other session of the account ends', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const before = here.cookie;
    expect((await change(here)).status).toBe(200);
    expect(gateway().stub.asked.at(-1)?.body).toEqual({ ...passwords('right'), userId: stubUserId(email) });
    expect(here.cookie).not.toBe(before);
    expect((await here.ask('/api/user')).status).toBe(200);
    expect((await elsewhere.ask('/api/user')).status).toBe(401);
    expect((await ask(gateway().url, '/api/user', { headers: { cookie: before } })).status).toBe(401);
  });

  test('Who is remembered stays so', async () => {
    expect(hoursOf(await change(await signedIn({ rememberMe: true })))).toBeCloseTo(720, 0);
    expect((await change(await signedIn())).headers['set-cookie']?.[0]).not.toContain('Expires');
  });

  test('Wrong guesses at the current one are throttled for the account, from any network; old keys never count', async () => {
    const browser = await signedIn();
    expect((await change(browser, 'stale')).json['code']).toBe('auth.password_key_stale');
    for (let guess = 0; guess < 3; guess += 1)
      expect(await change(browser, 'wrong')).toMatchObject({
        status: 400,
        json: { code: 'auth.current_password_wrong' },
      });
    const stopped = await change(await signedIn(), 'wrong');
    expect(stopped).toMatchObject({ status: 429, json: { code: 'request.too_many' } });
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect((await browser.ask('/api/user')).status).toBe(200);
  });

  test('No one can change the password of another user', async () => {
    expect((await change(new Browser(gateway().url))).status).toBe(401);
    const body = { ...passwords('right'), userId: 1 };
    await post(await signedIn(), '/api/user/change-password', body);
    expect(gateway().stub.asked.at(-1)?.body).toMatchObject({ userId: stubUserId(email) });
  });
});

describe('Signing out everywhere', () => {
  test('Every session of the account is over, and the browser forgets', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const answer = await post(here, '/api/user/sign-out-everywhere', {});
    expect([answer.status, answer.headers['clear-site-data'], here.cookie]).toEqual([200, '"storage"', '']);
    expect((await elsewhere.ask('/api/user')).status).toBe(401);
  });
});

describe('What anybody may ask', () => {
  const visitor = () => new Browser(gateway().url);
  const link = { token: 't', userId: '7', password: sealed('new') };

  test('A reset link is asked for, by whom and from where; the answer tells nothing', async () => {
    const answer = await post(visitor(), '/api/forgot-password', { email });
    expect(answer.json).toEqual({
      message: 'If your email is registered, you will receive instructions to reset your password.',
    });
    expect(gateway().stub.asked.at(-1)).toMatchObject({
      path: '/internal/password-reset-requests',
      body: { email },
      headers: { 'x-client-address': '203.0.113.1' },
    });
  });

  test('A password is set by link, and an invitation is opened', async () => {
    expect((await post(visitor(), '/api/reset-password', link)).status).toBe(200);
    expect(gateway().stub.asked.at(-1)?.body).toEqual({ ...link, userId: 7 });
    const opened = await post(visitor(), '/api/invitations/open', { token: 'good' });
    expect(opened.json).toMatchObject({ email: 'new@one.example', invitedBy: 'Ann' });
    expect((await post(visitor(), '/api/invitations/open', { token: 'bad' })).json).toMatchObject({
      code: 'team.invitation_invalid',
    });
  });

  test.each([
    ['/api/reset-password', link],
    ['/api/invitations/open', { token: 'bad' }],
    ['/api/forgot-password', null],
  ])('%s is stopped after some tries from one network, and not from another', async (path, body) => {
    const of = (attempt: number) => body ?? { email: `someone-${attempt}@one.example` };
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await post(visitor(), path, of(attempt))).status).not.toBe(429);
    const stopped = await post(visitor(), path, of(5));
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800);
    expect((await post(visitor(), path, of(6), '203.0.113.2')).status).not.toBe(429);
  });

  test('A user who set a password by link can sign in with it, also after guesses that were stopped', async () => {
    const signIn = (password: string, address: string) =>
      post(visitor(), '/api/login', { email: 'ANN@one.example', password: sealed(password) }, address);
    const [here, elsewhere] = ['203.0.113.1', '203.0.113.2'];
    for (const address of [here, elsewhere])
      for (let tries = 0; tries < 3; tries += 1) expect((await signIn('wrong', address)).status).toBe(401);
    expect((await post(visitor(), '/api/reset-password', { ...link, token: 'old' })).status).toBe(400);
    expect((await signIn('right', here)).status).toBe(429);
    expect((await post(visitor(), '/api/reset-password', link)).status).toBe(200);
    expect((await signIn('right', here)).status).toBe(200);
    // The limit stays for all other networks, where guessers may be.
    expect((await signIn('right', elsewhere)).status).toBe(429);
  });

  test('What a network is refused does not count for the mailbox that it asks for', async () => {
    const ask = (email: string, address?: string) =>
      post(visitor(), '/api/forgot-password', { email }, address);
    for (let n = 0; n < 4; n += 1)
      expect((await ask(`filler-${n}@one.example`, '203.0.113.9')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expect((await ask('victim@one.example', '203.0.113.9')).status).toBe(429);
    expect((await ask('victim@one.example', '203.0.113.10')).status).toBe(200);
  });

  /** The answers to requests for a link to Ann's mailbox, one after the other. */
  const askForLinks = async (addresses: readonly string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) {
      const body = { email: statuses.length % 2 === 0 ? 'ann@one.example' : 'ANN@one.example' };
      statuses.push((await post(visitor(), '/api/forgot-password', body, address)).status);
    }
    return statuses;
  };

  test('When another client has used up what its network may ask for, then the owner still gets an email, and so do others', async () => {
    expect(await askForLinks(Array<string>(5).fill('203.0.113.1'))).toEqual([200, 200, 200, 429, 429]);
    expect(await askForLinks(['203.0.113.2'])).toEqual([200]);
    expect((await post(visitor(), '/api/forgot-password', { email: 'bob@two.example' })).status).toBe(200);
  });

  test('When many networks ask, then one mailbox gets ten emails; where its owner signed in before they get three more', async () => {
    const body = { email: 'ann@one.example', password: sealed('right') };
    expect((await post(visitor(), '/api/login', body, '203.0.113.200')).status).toBe(200);
    const many = await askForLinks(Array.from({ length: 30 }, (_, n) => `203.0.113.${n}`));
    expect(many.filter((status) => status === 200)).toHaveLength(10);
    expect(await askForLinks(Array<string>(4).fill('203.0.113.200'))).toEqual([200, 200, 200, 429]);
  });

  test('What lies below one of these addresses goes through to its service', async () => {
    const browser = await signedIn();
    const asking = { method: 'DELETE', body: '{}', headers: { 'content-length': '2' } };
    const withdrawn = await browser.ask('/api/team/invitations/5', asking);
    expect(withdrawn).toMatchObject({ status: 404, json: { code: 'request.not_found' } });
  });

  test('Registrations are throttled hard, for they tell which emails are taken; an old key does not count', async () => {
    const register = (name: string, address?: string) =>
      post(visitor(), '/api/register', { email: `${name}@two.example`, password: sealed('x') }, address);
    const statuses: number[] = [];
    for (const name of ['a', 'taken-b', 'taken-c', 'taken-d']) statuses.push((await register(name)).status);
    expect(statuses).toEqual([201, 409, 409, 429]);
    const stopped = await register('e');
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await register('e', '203.0.113.2')).status).toBe(201);
  });
});

describe('Inviting', () => {
  const invite = (browser: Browser, name: string, address?: string) =>
    post(browser, '/api/team/invitations', { email: `${name}@two.example` }, address);
  const statusesOf = async (invitations: readonly (() => Promise<Answer>)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const next of invitations) statuses.push((await next()).status);
    return statuses;
  };

  test('It is for the company of the session, by whom and from where, whatever the body says', async () => {
    const body = { email: 'bob@two.example', companyId: 'two.example', userId: 1 };
    const key = 'a-key-of-one-invitation';
    const headers = { 'x-forwarded-for': '203.0.113.1', 'idempotency-key': key };
    const browser = await signedIn();
    const answer = await browser.ask('/api/team/invitations', { method: 'POST', body, headers });
    expect([answer.status, answer.json['email']]).toEqual([201, 'bob@two.example']);
    expect(gateway().stub.asked.at(-1)).toMatchObject({
      path: '/internal/invitations',
      body: { userId: stubUserId(email), companyId: 'one.example', email: 'bob@two.example' },
      headers: { 'x-client-address': '203.0.113.1', 'idempotency-key': key },
    });
    const elsewhere = await browser.ask('/api/migrations', { method: 'POST', body: {}, headers });
    expect(elsewhere.json['code']).toBe('request.key_reused');
    expect((await invite(new Browser(gateway().url), 'bob')).status).toBe(401);
  });

  const hostsOf = (company: string, subnet: number) =>
    Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const browser = new Browser(gateway().url);
        await browser.signIn(`host-${n}@${company}.example`);
        return () => invite(browser, n % 2 ? 'bob' : 'BOB', `10.0.${subnet}.${n}`);
      }),
    );

  test('One mailbox gets a few of a company, from all its users together, and some more of all together', async () => {
    for (const [subnet, company] of ['one', 'two', 'three'].entries())
      expect(await statusesOf(await hostsOf(company, subnet))).toEqual([201, 201, 201, 429]);
    expect(await statusesOf(await hostsOf('four', 4))).toEqual([201, 429, 429, 429]);
  });

  test('One network is limited, and one user is from any network', async () => {
    const browser = await signedIn();
    const from = (address: (n: number) => string, count: number) =>
      Array.from({ length: count }, (_, n) => () => invite(browser, `${count}-${n}`, address(n)));
    const here = from(() => '203.0.113.1', 5);
    expect(await statusesOf(here)).toEqual([201, 201, 201, 201, 429]);
    // Four of the inviter's twenty were sent from here.
    const everywhere = await statusesOf(from((n) => `203.0.113.${10 + n}`, 17));
    expect(everywhere.filter((status) => status === 429)).toHaveLength(1);
    expect(everywhere.at(-1)).toBe(429);
  });

  test('Which emails are taken is revealed as rarely as by registrations', async () => {
    const browser = await signedIn();
    const ask = ['a', 'b', 'c', 'd'].map((name) => () => invite(browser, `taken-${name}`));
    expect(await statusesOf(ask)).toEqual([409, 409, 409, 429]);
    const stopped = await invite(browser, 'e');
    expect([stopped.status, Number(stopped.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await invite(browser, 'e', '203.0.113.2')).status).toBe(201);
  });
});

describe('What a body may not do', () => {
  const greedy = '"companyId":"ridgeline-admin","id":1,"administrator":true,"accessRevoked":false';
  const proto = '"__proto__":{"administrator":true,"polluted":true}';

  test('A registration cannot choose its company, its id or its rights', async () => {
    const body = `{"email":"eve@two.example","password":${JSON.stringify(sealed('x'))},${greedy},${proto}}`;
    const { status, json } = await post(new Browser(gateway().url), '/api/register', body);
    expect([status, json['companyId'], json['administrator']]).toEqual([201, 'two.example', false]);
    expect(gateway().stub.asked.at(-1)?.body).toEqual({ email: 'eve@two.example', password: sealed('x') });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('The auth service checks what passes: the gateway neither reads nor changes it', async () => {
    const browser = await signedIn();
    const body = `{"firstName":"Ann",${greedy},${proto}}`;
    expect((await browser.ask('/api/user/profile', { method: 'PATCH', body })).status).toBe(200);
    const seen = gateway().stub.seen.at(-1);
    expect(JSON.stringify(seen?.body)).toBe(body);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(seen?.user).toMatchObject({ companyId: 'one.example', administrator: false });
  });
});
