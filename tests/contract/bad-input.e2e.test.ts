import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  cleanUpProcesses,
  createConnection,
  createMigration,
  listConnections,
  listDealPipelines,
  allMigrations,
  login,
  validateHubspotProperties,
  type Endpoint,
  type ErrorBody,
} from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { attempt } from '../support/attempt.ts';

const stack = stackOfTests();
let owner: TestCompany;
beforeAll(async () => {
  owner = await newTestCompany(stack, { contacts: 10 });
});

interface Sent {
  readonly endpoint: Endpoint;
  readonly body: string;
  readonly type?: string;
}

async function send({ endpoint, ...sent }: Sent) {
  const { status, text } = await attempt(endpoint, { cookie: owner.session.cookie(), ...sent });
  return { status, body: JSON.parse(text) as ErrorBody };
}

const connection = (change: Record<string, unknown>) => ({
  endpoint: createConnection,
  body: () =>
    JSON.stringify({
      name: 'Good name',
      acculynxApiKey: owner.credentials.acculynxApiKey,
      hubspotPat: owner.credentials.hubspotPat,
      ...change,
    }),
});
const withBody = [
  createConnection,
  validateHubspotProperties,
  listDealPipelines,
  createMigration,
  cleanUpProcesses,
  login,
];
const migration = (change: Record<string, unknown>) => ({
  endpoint: createMigration,
  body: () => JSON.stringify({ connectionId: 999_999, migrationType: 'contacts', ...change }),
});

describe('Bad input', () => {
  test.each([
    ['a short name', connection({ name: ' ab ' }), 400, 'Name must be at least 3 characters', 'name'],
    [
      'a short key',
      connection({ acculynxApiKey: 'abc' }),
      400,
      'Please enter a valid Acculynx API key',
      'acculynxApiKey',
    ],
    [
      'a short token',
      connection({ hubspotPat: 'abc' }),
      400,
      'Please enter a valid HubSpot Private Access Token',
      'hubspotPat',
    ],
    [
      'a wrong key',
      connection({ acculynxApiKey: 'al-nobody-knows-this' }),
      400,
      /AccuLynx does not accept this API key/,
      'acculynxApiKey',
    ],
    [
      'a wrong token',
      connection({ hubspotPat: 'pat-na1-nobody' }),
      400,
      /HubSpot does not accept this token/,
      'hubspotPat',
    ],
    [
      'an unknown type',
      migration({ migrationType: 'leads' }),
      400,
      'Please select a migration type',
      'migrationType',
    ],
    [
      'no type',
      migration({ migrationType: undefined }),
      400,
      'Please select a migration type',
      'migrationType',
    ],
    ['a batch of 101', migration({ batchSize: 101 }), 400, /Batch size/, 'batchSize'],
    ['an unknown connection', migration({}), 404, 'This connection does not exist', null],
    [
      'no connection',
      migration({ connectionId: undefined }),
      400,
      'Please select at least one connection',
      'connectionId',
    ],
  ])(
    'When %s is sent, then the answer names it and nothing is stored',
    async (_, { endpoint, body }, status, text, field) => {
      const answer = await send({ endpoint, body: body() });
      expect(answer.status).toBe(status);
      expect(answer.body.error).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
      expect(answer.body.message).toBe(answer.body.error);
      if (field !== null) expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    },
  );

  test.each([
    ['malformed JSON', '{"name":', 'application/json', 400, 'request.malformed_json'],
    ['10 MB', `{"name":"${'x'.repeat(10_000_000)}"}`, 'application/json', 413, 'request.too_large'],
    ['a form', 'name=abc', 'application/x-www-form-urlencoded', 415, 'request.unsupported_media_type'],
  ])('When the body is %s, then the answer says so', async (_, body, type, status, code) => {
    for (const endpoint of withBody) {
      const answer = await send({ endpoint, body, type });
      const asked = `${endpoint.method} ${endpoint.path}`;
      expect([asked, answer.status, answer.body.code]).toEqual([asked, status, code]);
    }
  });

  test('When all of that was sent, then nothing had been stored', async () => {
    expect(await owner.session.call(listConnections)).toEqual([]);
    expect(await owner.session.call(allMigrations)).toEqual([]);
  });
});
