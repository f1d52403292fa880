import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  updateConnection,
  type NewConnection,
} from '@ridgeline/contracts';
import { violatedConstraint, type Tx } from '@ridgeline/postgres';
import { eventually } from '@ridgeline/testkit';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { sentAuditEvents, newConnection, refusalOf, synced } from '../testing/connection-api.ts';
import { facts } from '../testing/services-fake.ts';
import { background, orphans } from '../testing/subscriptions.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const there = () => [...under.api.acculynx.subscriptions.values()];
/** From here on, all saves find the same AccuLynx company and the same portal. */
const inOnePortal = () => (under.api.services.facts = { ...facts });
const create = (more: Partial<NewConnection> = {}, companyId = 'acme') =>
  under.api.as(companyId)(createConnection, { body: { ...synced, ...more } });
const switchOn = (id: number) =>
  acme()(updateConnection, { ...byId(id), body: { autoSyncNewContacts: true } });
const twice = { status: 409, code: 'connection.already_synced' } as const;

describe('A second connection of one AccuLynx company and one portal', () => {
  test('When it is saved with auto-sync, of whatever kind, then it is refused with the name of the first, and nothing is left', async () => {
    inOnePortal();
    const first = await create({ name: 'Waco' });
    for (const more of [{}, { autoSyncNewContacts: false, autoSyncNewJobs: true }]) {
      const refusal = await refusalOf(create({ name: 'Again', ...more }));
      expect(refusal).toMatchObject(twice);
      expect(refusal.message).toBe(
        '“Waco” already copies this AccuLynx location to this HubSpot portal automatically. Nothing was saved; switch auto-sync off here, or first off there.',
      );
    }
    await background(under);
    expect(there().map(({ id }) => id)).toEqual([first.acculynxSubscriptionId]);
    expect(await orphans(under)).toEqual([]);
    expect(await acme()(listConnections)).toHaveLength(1);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({
      action: 'connection-created',
      outcome: 2,
    });
  });

  test("When the first is another company's, then it is refused, and not a word of that company is said", async () => {
    inOnePortal();
    await create({ name: 'Secret of umbrella' }, 'umbrella');
    const refusal = await refusalOf(create());
    expect(refusal).toMatchObject(twice);
    expect(refusal.message).toMatch(/^Another connection already copies this AccuLynx location/);
    expect(JSON.stringify(refusal.body)).not.toMatch(/secret|umbrella/i);
  });

  test('When both are saved concurrently, then one of them is stored', async () => {
    inOnePortal();
    const all = await Promise.allSettled(
      ['acme', 'umbrella', 'acme', 'hooli'].map((companyId) => create({}, companyId)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await background(under);
    expect(there()).toHaveLength(1);
  });

  test('When one is stored while the transaction of another is open, then it waits for that, and is refused', async () => {
    const { db } = under.database;
    const insert = (tx: Tx, companyId: string) =>
      tx.query(
        `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint,
           auto_sync_new_jobs, acculynx_company_id, hubspot_portal_id)
         values ($1, 1, 'Waco', '', '', true, 'al-9', '4711')`,
        [companyId],
      );
    const [isStored, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = db.forSystem(async (tx) => {
      await insert(tx, 'acme');
      isStored.resolve(undefined);
      await end.promise;
    });
    await isStored.promise;
    const second = db.forSystem((tx) => insert(tx, 'umbrella')).catch((error: unknown) => error);
    await eventually(
      async () => {
        const waits = await db.forSystem((tx) =>
          tx.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`),
        );
        expect(waits).toHaveLength(1);
      },
      { what: 'the second to wait' },
    ).finally(() => {
      end.resolve(undefined);
    });
    await first;
    expect(violatedConstraint(await second)).toBe('one_synced_target');
  });

  test('When it is switched on later, then it is refused and stays as it was, until the first is off or gone', async () => {
    inOnePortal();
    const first = await create();
    const second = await acme()(createConnection, { body: newConnection });
    expect(await refusalOf(switchOn(second.id))).toMatchObject(twice);
    expect(await acme()(getConnection, byId(second.id))).toEqual(second);
    await acme()(updateConnection, { ...byId(first.id), body: { autoSyncNewContacts: false } });
    await switchOn(second.id);
    expect(await refusalOf(switchOn(first.id))).toMatchObject(twice);
    await acme()(deleteConnection, { ...byId(second.id), query: {} });
    await switchOn(first.id);
    expect(there()).toHaveLength(1);
  });

  test('When the first is saved again, or the portal is another one, then nothing is refused', async () => {
    inOnePortal();
    const { id } = await create();
    await acme()(updateConnection, { ...byId(id), body: { autoSyncNewJobs: true } });
    under.api.services.facts = { ...facts, hubspot: { ...facts.hubspot, portalId: '815' } };
    await create();
    expect(there()).toHaveLength(2);
  });
});
