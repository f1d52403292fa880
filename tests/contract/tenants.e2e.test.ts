import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpointUrl, logout, type Endpoint } from '@ridgeline/contracts';
import { publicEndpoints } from '@ridgeline/contracts/openapi';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';

const stack = stackOfTests();
let owner: TestCompany;
let stranger: TestCompany;
let params: Record<string, string>;
const secretsOfOwner: string[] = [];

beforeAll(async () => {
  [owner, stranger] = await Promise.all([
    newTestCompany(stack, { contacts: 30 }),
    newTestCompany(stack, { contacts: 30 }),
  ]);
  const connection = await owner.connect('Only for us');
  const { id } = await owner.startMigration(connection);
  await untilEnded(owner, id);
  params = { '/api/connections/{id}': String(connection.id), default: String(id) };
  const contacts = await owner.control.sourceContacts(owner.user.companyId);
  secretsOfOwner.push(
    'Only for us',
    owner.user.companyId,
    owner.email,
    owner.credentials.acculynxApiKey,
    owner.credentials.hubspotPat,
    ...contacts.slice(0, 5).map(({ id: contactId }) => contactId),
  );
}, 60_000);

interface Answer {
  readonly status: number;
  readonly text: string;
}

const isStream = ({ mediaType }: Endpoint): boolean => mediaType === 'text/event-stream';

/** Calls an endpoint with the owner's ids and no valid body, as whoever holds the cookie. */
async function attempt(endpoint: Endpoint, cookie: string): Promise<Answer> {
  const id = params[endpoint.path] ?? params['default'];
  const response = await fetch(stack.gateway + endpointUrl(endpoint.path, { id }), {
    method: endpoint.method,
    headers: {
      cookie,
      origin: stack.gateway,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
    signal: AbortSignal.timeout(5_000),
  });
  return { status: response.status, text: isStream(endpoint) ? '' : await response.text() };
}

const guarded = publicEndpoints.filter(({ access }) => access !== 'public');
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('Who sees what', () => {
  test.each(named(guarded))('When nobody is signed in, then %s is 401', async (_, endpoint) => {
    const { status, text } = await attempt(endpoint, '');
    expect([status, isStream(endpoint) || text.includes('session.missing')]).toEqual([401, true]);
  });

  test.each(named(guarded.filter(({ path }) => path.includes('{'))))(
    'When somebody of another company asks, then %s is 404',
    async (_, endpoint) => {
      const { status } = await attempt(endpoint, stranger.session.cookie());
      expect(status).toBe(404);
    },
  );

  test.each(
    named(publicEndpoints.filter((endpoint) => !isStream(endpoint) && endpoint.path !== logout.path)),
  )(
    'When somebody of another company asks, then nothing of ours is in the answer of %s',
    async (_, endpoint) => {
      const { text } = await attempt(endpoint, stranger.session.cookie());
      for (const secret of secretsOfOwner) expect(text).not.toContain(secret);
    },
  );

  test('When we ask ourselves, then it is there, but never the stored credentials', async () => {
    const answers = await Promise.all(
      guarded
        .filter((endpoint) => endpoint.method === 'GET' && !isStream(endpoint))
        .map((endpoint) => attempt(endpoint, owner.session.cookie())),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const all = answers.map(({ text }) => text).join('');
    expect(all).toContain('Only for us');
    expect(all).not.toContain(owner.credentials.acculynxApiKey);
    expect(all).not.toContain(owner.credentials.hubspotPat);
  });

  test('When a company migrates, then only its own people see it on the live stream', async () => {
    const connection = await stranger.connect('Somebody else');
    await using ours = await openStream(owner);
    await using theirs = await openStream(stranger);
    const { id } = await stranger.startMigration(connection);
    await theirs.until((text) => text.includes('"status":"completed"') && text.includes(`"id":${id}`));
    const mine = await owner.startMigration(await owner.connect('Ours again'));
    await ours.until((text) => text.includes(`"id":${mine.id}`));
    expect(ours.text()).not.toContain('Somebody else');
    expect(theirs.text()).not.toContain('Ours again');
  }, 60_000);
});

const streams: AbortController[] = [];
afterAll(() => streams.forEach((stream) => stream.abort()));

/** The live stream of a company, collected as text. */
async function openStream(company: TestCompany) {
  const abort = new AbortController();
  streams.push(abort);
  const response = await fetch(`${stack.gateway}/api/migrations/events`, {
    headers: { cookie: company.session.cookie() },
    signal: abort.signal,
  });
  if (!response.body) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    text: () => text,
    until: async (reached: (text: string) => boolean) => {
      while (!reached(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended:\n${text}`);
        text += value;
      }
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
