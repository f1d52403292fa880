import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  deleteConnection,
  getConnection,
  getSaveOperation,
  listDealPipelines,
  renameConnection,
  testConnection,
  updateConnection,
  validateHubspotProperties,
  type Connection,
  type ConnectionDetail,
  type Endpoint,
  type ErrorBody,
} from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { attempt } from '../support/attempt.ts';

const stack = stackOfTests();
let owner: TestCompany;
let connection: Connection;
let stored: ConnectionDetail;

const asStored = async (): Promise<ConnectionDetail> => ({
  ...(await owner.session.call(getConnection, { params: { id: String(connection.id) } })),
  // A background check may change these.
  lastCheckedAt: null,
});

beforeAll(async () => {
  owner = await newTestCompany(stack, { contacts: 0 });
  connection = await owner.connect();
  stored = await asStored();
});

interface Sent {
  readonly endpoint: Endpoint;
  /** The created connection, unless given. */
  readonly id?: string;
  readonly operationId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

async function send({ endpoint, query = {}, body = {}, ...given }: Sent) {
  const { status, text } = await attempt(endpoint, {
    cookie: owner.session.cookie(),
    params: { id: String(connection.id), ...given },
    query,
    body: JSON.stringify(body),
  });
  return { status, body: JSON.parse(text) as ErrorBody };
}

const change = (body: Sent['body']): Sent => ({ endpoint: updateConnection, ...(body ? { body } : {}) });
const rename = (name: unknown): Sent => ({ endpoint: renameConnection, body: { name } });
const typed = (endpoint: Endpoint, body: Readonly<Record<string, unknown>>): Sent => ({
  endpoint,
  body: { acculynxApiKey: '••••', hubspotPat: '••••', ...body },
});
const nowhere = [deleteConnection, testConnection, renameConnection, updateConnection].map(
  (endpoint) =>
    [
      `a connection that is none, by ${endpoint.method} ${endpoint.path}`,
      { endpoint, id: '999999999', body: { name: 'Another name' } },
      404,
      'This connection does not exist',
      null,
    ] as const,
);

describe('Bad input to a connection that is stored', () => {
  test.each<readonly [string, Sent, number, string | RegExp, string | null]>([
    ['a short name', change({ name: ' ab ' }), 400, 'Name must be at least 3 characters', 'name'],
    [
      'a key with a blank in it',
      change({ acculynxApiKey: 'al key' }),
      400,
      'Please enter a valid Acculynx API key',
      'acculynxApiKey',
    ],
    [
      'a wrong key',
      change({ acculynxApiKey: 'al-nobody-knows-this' }),
      400,
      /AccuLynx does not accept this API key/,
      'acculynxApiKey',
    ],
    [
      'an address of this machine',
      change({ customEventProcessorUrl: 'https://127.0.0.1/events' }),
      400,
      'Please enter an https address that can be reached from the internet',
      'customEventProcessorUrl',
    ],
    [
      'a pipeline that the portal does not have',
      change({ defaultDealPipeline: 'nowhere' }),
      400,
      /does not have this pipeline/,
      'defaultDealPipeline',
    ],
    ['a version that is none', change({ version: 0 }), 400, /./, 'version'],
    ['another version', change({ version: 77, name: 'Mine' }), 409, /Another user changed/, null],
    ['a save that is none', change({ operationId: 'mine' }), 400, /./, 'operationId'],
    ['a short new name', rename('ab'), 400, 'Connection name must be at least 3 characters', 'name'],
    ['a long new name', rename('x'.repeat(101)), 400, 'Name must be at most 100 characters', 'name'],
    ['no new name', rename(undefined), 400, 'Connection name must be at least 3 characters', 'name'],
    [
      'a confirmation that is none',
      { endpoint: deleteConnection, query: { cancelMigrations: 'perhaps' } },
      400,
      /./,
      'cancelMigrations',
    ],
    [
      'a short token for a check',
      typed(validateHubspotProperties, { hubspotPat: 'abc' }),
      400,
      'Please enter a valid HubSpot Private Access Token',
      'hubspotPat',
    ],
    [
      'a wrong token for a check',
      typed(validateHubspotProperties, { hubspotPat: 'pat-na1-nobody', createProperties: true }),
      400,
      /./,
      null,
    ],
    [
      'a check with the masks of a connection that does not exist',
      typed(validateHubspotProperties, { connectionId: 999_999_999 }),
      404,
      'This connection does not exist',
      null,
    ],
    [
      'a wrong token for the pipelines',
      { endpoint: listDealPipelines, body: { hubspotPat: 'pat-na1-nobody' } },
      400,
      /HubSpot does not accept this token/,
      'hubspotPat',
    ],
    [
      'no token for the pipelines',
      { endpoint: listDealPipelines },
      400,
      'Please enter a valid HubSpot Private Access Token',
      'hubspotPat',
    ],
    [
      'a save with an id that no save has',
      { endpoint: getSaveOperation, operationId: 'mine' },
      400,
      /./,
      'operationId',
    ],
    ...nowhere,
  ])(
    'When %s is sent, then the answer names it and nothing changes',
    async (_, sent, status, text, field) => {
      const answer = await send(sent);
      expect([answer.status, answer.body.error]).toEqual([
        status,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ]);
      if (field !== null) expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
      expect(await asStored()).toEqual(stored);
    },
  );
});
