import { expect, test } from '@jest/globals';
import {
  createApiClient,
  listFollowing,
  retryMigration,
  retrySchema,
  type PortalProperty,
  type Retry,
} from '@ridgeline/contracts';
import { readPortalProperties } from '@ridgeline/contracts/internal';
import {
  bindForService,
  clientOrigin,
  createLogger,
  createServiceClient,
  listen,
  type AppError,
} from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { createServiceApp } from '@ridgeline/kit/service';
import { randomBytes } from 'node:crypto';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { claimedBy, fiveContacts } from '../testing/retried-contacts.ts';
import { portalLookup, type PortalLookup } from './portal-lookup.ts';

/** The portal's users turned a text property into a list. */
const cities: PortalProperty = {
  ...{ name: 'city', type: 'enumeration', fieldType: 'select' },
  options: [{ value: 'aus', label: 'Austin' }],
};
const email: PortalProperty = { name: 'email', type: 'string', fieldType: 'text', options: [] };

const asked: Parameters<PortalLookup>[0][] = [];
let portal: PortalLookup = () => Promise.resolve(null);
const { orchestrator } = await orchestratorOfFile({
  findPortal: (what) => {
    asked.push(what);
    return portal(what);
  },
});

const person = orchestrator.person('roofers');
const has = (...properties: PortalProperty[]): PortalLookup => {
  const found = new Map(properties.map((property) => [property.name, property]));
  return () => Promise.resolve(found);
};
const retry = (id: number, wanted: Partial<Retry>, idempotencyKey?: string) =>
  person(
    retryMigration,
    { params: { id: String(id) }, body: retrySchema.parse(wanted) },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

test('When the portal lacks the option that was entered, then nothing is started, the field names what was entered and what to do, and the audit trail has no value', async () => {
  portal = has(cities, email);
  const { id, connectionId } = await fiveContacts(orchestrator);
  const corrections = { f1: { city: 'Astin' }, f2: { email: 'new@example.com' } };
  await expect(retry(id, { corrections })).rejects.toMatchObject({
    status: 400,
    code: 'migration.correction_invalid',
    fields: {
      'corrections.f1.city': `City of f1: "Astin" does not fit. Choose one of HubSpot's options (Austin), or add the option in HubSpot first.`,
    },
  });
  expect(asked.at(-1)).toMatchObject({
    ...{ companyId: 'roofers', connectionId, migrationType: 'contacts' },
    properties: ['city', 'email'],
  });
  expect(await person(listFollowing, { params: { id: String(id) } })).toMatchObject({ following: [] });
  const refused = (await orchestrator.deeds()).findLast(({ action }) => action === 'retry-created');
  expect(refused?.detail).toMatch(/City of f1: Choose one of/);
  expect(refused?.detail).not.toContain('Astin');

  const made = await retry(id, { records: ['f1'], corrections: { f1: { city: 'austin' } } });
  const run = await claimedBy(orchestrator, made);
  expect((await run.worker.chosenRecords(run)).records).toMatchObject([
    { sourceId: 'f1', corrections: { values: { city: 'austin' }, by: 'person@roofers.example' } },
  ]);
});

test('When a call comes again after the option was removed, then it is answered with the retry that it created', async () => {
  portal = has(cities);
  const { id } = await fiveContacts(orchestrator);
  const wanted = { corrections: { f1: { city: 'Austin' } } };
  const first = await retry(id, wanted, 'sent-twice');
  portal = has({ ...cities, options: [] });
  expect(await retry(id, wanted, 'sent-twice')).toMatchObject({ id: first.id });
});

test('When nothing is corrected, or the migration is that of another company, then the portal is not asked', async () => {
  const { id } = await fiveContacts(orchestrator);
  const before = asked.length;
  await retry(id, { dryRun: true });
  const foreign = orchestrator.person('plumbers')(retryMigration, {
    params: { id: String(id) },
    body: retrySchema.parse({ corrections: { f1: { city: 'Astin' } } }),
  });
  await expect(foreign).rejects.toMatchObject({ code: 'migration.not_found' });
  expect(asked).toHaveLength(before);
});

test('When the portal cannot be asked, then the retry is created, and what HubSpot cannot take is rejected when it is written', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  // Nothing listens on this port.
  portal = portalLookup(createApiClient({ baseUrl: 'http://127.0.0.1:9' }), logger);
  const { id } = await fiveContacts(orchestrator);
  const made = await retry(id, { corrections: { f1: { city: 'Astin' } } });
  expect(made).toMatchObject({ status: 'queued' });
});

test('When the connection was deleted since, then that is said, not what the portal would say', async () => {
  portal = () => Promise.resolve(null);
  const connection = orchestrator.connection('roofers');
  const { id } = await fiveContacts(orchestrator, connection);
  orchestrator.deleteConnection(connection);
  const refused = retry(id, { corrections: { f1: { city: 'Astin' } } }).catch((error: unknown) => error);
  expect(((await refused) as AppError).code).toBe('connection.not_found');
});

test('When validation is asked, then it learns the company, the connection and from where, and what it answers is found by name', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const identityKey = randomBytes(32).toString('hex');
  const seen: unknown[] = [];
  const app = createServiceApp({
    ...{ logger, metrics: new Registry(), identityKey, audience: 'validation' },
    routes: (router) => {
      bindForService(router, readPortalProperties, ({ body, req }) => {
        seen.push({ ...body, address: clientOrigin(req.headers).address });
        return { properties: [cities] };
      });
    },
  });
  await using server = await listen(app, { host: '127.0.0.1', port: 0 });
  const of = { baseUrl: server.url, service: 'migration-orchestrator', audience: 'validation' } as const;
  const find = portalLookup(createServiceClient({ ...of, identityKey }), logger);
  const body = {
    companyId: 'roofers',
    connectionId: 3,
    migrationType: 'contacts' as const,
    properties: ['city'],
  };
  const found = await find({ ...body, origin: { address: '203.0.113.7', userAgent: null } });
  expect(found).toEqual(new Map([['city', cities]]));
  expect(seen).toEqual([{ ...body, address: '203.0.113.7' }]);
});
