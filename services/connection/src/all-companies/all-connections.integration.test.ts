import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  deleteConnection,
  getConnection,
  getQuota,
  listAllConnections,
  listCompanies,
  type CallInput,
} from '@ridgeline/contracts';
import { describeConnections, matchCompanies } from '@ridgeline/contracts/internal';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { sentAuditEvents, newConnection, refusalOf } from '../testing/connection-api.ts';

const under = await apiOfFile();
const staff = () => under.api.as('staff', 9, true);

type Query = NonNullable<CallInput<typeof listAllConnections>['query']>;
const namesOf = async (query: Query = {}) =>
  (await staff()(listAllConnections, { query })).connections.map(({ name }) => name);

/** Creates a connection for each company; the second name is that of its AccuLynx location. */
async function connectionsOf(...companies: readonly (readonly [companyId: string, called: string])[]) {
  const made = [];
  for (const [companyId, called] of companies) {
    const one = await under.api.as(companyId)(createConnection, {
      body: { ...newConnection, name: `Of ${companyId}` },
    });
    await under.database.asAdmin(
      `update connections set acculynx_company_name = '${called}' where id = ${String(one.id)}`,
    );
    made.push(one);
  }
  return made;
}

describe('The connections of all companies', () => {
  test('When an administrator asks, then those that do not work come first, each with the name of its company', async () => {
    const [summit] = await connectionsOf(
      ['summit', 'Summit Roofing'],
      ['brazos', 'Brazos 100% Roofing'],
      ['waco', 'Waco Roofing'],
    );
    await under.database.asAdmin(
      `update connections set hubspot_status = 'invalid' where id = ${String(summit?.id)}`,
    );
    const all = await staff()(listAllConnections);
    expect(all.connections.map(({ name, companyName }) => [name, companyName])).toEqual([
      ['Of summit', 'Summit Roofing'],
      ['Of waco', 'Waco Roofing'],
      ['Of brazos', 'Brazos 100% Roofing'],
    ]);
    expect(all).toMatchObject({ total: 3, page: 1, pageSize: 25 });
    expect(await namesOf({ failing: 'true' })).toEqual(['Of summit']);
    expect(await namesOf({ company: 'waco' })).toEqual(['Of waco']);
    expect(await namesOf({ search: '100%' })).toEqual(['Of brazos']);
    expect(await namesOf({ search: 'of WACO' })).toEqual(['Of waco']);
    expect(await namesOf({ search: 'S_mmit' })).toEqual([]);
    expect(await staff()(listAllConnections, { query: { page: 9 } })).toMatchObject({ page: 1, total: 3 });
    expect(JSON.stringify(all)).not.toContain(newConnection.hubspotPat);
  });

  test('When companies are asked for, then they come by name, those of the given ids or those that fit', async () => {
    await connectionsOf(['zulu', 'Alpha Roofing'], ['alpha', 'Zulu Roofing']);
    const ask = async (query: CallInput<typeof listCompanies>['query'] = {}) =>
      (await staff()(listCompanies, { query })).companies;
    const [zulu, alpha] = [
      { companyId: 'zulu', name: 'Alpha Roofing' },
      { companyId: 'alpha', name: 'Zulu Roofing' },
    ];
    expect(await ask()).toEqual([zulu, alpha]);
    expect(await ask({ ids: 'alpha,unknown' })).toEqual([alpha]);
    expect(await ask({ search: 'alpha r' })).toEqual([zulu]);
  });

  test('When a user of a company asks, then it is refused', async () => {
    for (const endpoint of [listAllConnections, listCompanies])
      expect((await refusalOf(under.api.as('summit')(endpoint, {}))).status).toBe(403);
  });

  test('When another service asks, then it gets companies that fit a search, and what connections are called', async () => {
    const [summit] = await connectionsOf(['summit', 'Summit Roofing'], ['brazos', 'Brazos Roofing']);
    const orchestrator = under.api.asService('migration-orchestrator');
    expect(await orchestrator(matchCompanies, { body: { search: 'summit' } })).toEqual({
      companyIds: ['summit'],
    });
    const id = summit?.id ?? 0;
    expect(await orchestrator(describeConnections, { body: { ids: [id, 999] } })).toEqual({
      connections: [
        { connectionId: id, connectionName: 'Of summit', companyId: 'summit', name: 'Summit Roofing' },
      ],
    });
  });
});

describe("An administrator at another company's connection", () => {
  test('When it is looked at, then it is answered with masks, the audit trail has one line, and nothing can be changed', async () => {
    const [summit] = await connectionsOf(['summit', 'Summit Roofing']);
    const id = summit?.id ?? 0;
    const seen = await staff()(getConnection, byId(id));
    expect(seen).toMatchObject({ id, companyId: 'summit', hubspotPat: '••••3c4d' });
    await staff()(getQuota, byId(id));
    const views = (await sentAuditEvents(under.database.db)).filter(
      ({ action }) => action === 'companies-viewed',
    );
    expect(views).toMatchObject([
      { actorId: 9, companyId: 'staff', detail: `connection #${String(id)} of company summit` },
    ]);
    expect((await refusalOf(staff()(deleteConnection, byId(id)))).status).toBe(404);
    expect((await refusalOf(under.api.as('others')(getConnection, byId(id)))).status).toBe(404);
  });
});

test('When there are 20,000 connections, then those that do not work are on the first page, and the last page is what is left', async () => {
  await under.database.asAdmin(
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, hubspot_status)
     select 'co ' || n % 400, 1, 'Copy ' || n, '', '', case when n % 1000 = 0 then 'invalid' else 'valid' end
     from generate_series(1, 20000) n`,
  );
  const { connections, total } = await staff()(listAllConnections);
  expect(total).toBe(20_000);
  expect(connections.map(({ hubspotStatus }) => hubspotStatus === 'invalid')).toEqual(
    Array.from({ length: 25 }, (_, at) => at < 20),
  );
  const last = await staff()(listAllConnections, { query: { page: 800 } });
  expect(last.connections.map(({ name }) => name)).toEqual(
    Array.from({ length: 25 }, (_, at) => `Copy ${String(25 - at)}`),
  );
}, 60_000);
