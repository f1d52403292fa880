import { createConnection, sweepNow, testConnection } from '@ridgeline/contracts';
import { runStatements } from '@ridgeline/postgres/testing';
import type { SimulatorControl } from '@ridgeline/testkit';
import { undo, type Fault, type Stage } from '../fault.ts';
import { adminUrl, holdLong, waitsForPsql } from './postgres.ts';
import { syncedCompany, untilSwept } from './synced-company.ts';

/** More than the alert on subscriptions tolerates. */
const locations = 22;

/** One company's connections, each with an AccuLynx location of its own. */
async function manyConnections({ newCompany }: Stage) {
  const { session, control, credentials, ...company } = await newCompany(1);
  await company.connect();
  const made: { readonly companyId: string; readonly connectionId: number }[] = [];
  for (let number = 1; number <= locations; number += 1) {
    const companyId = `${credentials.companyId}-${String(number)}`;
    const acculynxApiKey = `${credentials.acculynxApiKey}-${String(number)}`;
    const hubspotToken = `${credentials.hubspotPat}-${String(number)}`;
    const name = `Location ${String(number)}`;
    await control.register({ companyId, name, acculynxApiKey, hubspotToken, contacts: 1, jobs: 0 });
    const { id } = await session.callPatiently(createConnection, {
      body: { name, acculynxApiKey, hubspotPat: credentials.hubspotPat, autoSyncNewContacts: true },
    });
    made.push({ companyId, connectionId: id });
  }
  return { session, control, made };
}

/** AccuLynx deletes all subscriptions of a location, without a notice. */
async function deleteSubscriptions(control: SimulatorControl, companyId: string): Promise<void> {
  for (const { id } of await control.subscriptions(companyId))
    await control.deleteSubscription(companyId, id);
}

/** Faults of what finds the changes that no event reported. */
export const sweepFaults: readonly Fault[] = [
  {
    name: 'events-lost',
    what: 'AccuLynx has deleted a subscription without a notice: no event of its changes is sent',
    alert: 'RidgelineChangesMissed',
    signs: [
      { panel: 'auto-sync › Changes without an event', labels: { verdict: 'missed' }, above: 2 },
      {
        command: 'select connection_id, company_id, kind, count(*) as changes',
        says: /"kind":"contact","changes":"?3\b/,
      },
    ],
    act: 'One connection, without recent events',
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const { company, connectionId, contactIds } = synced;
      const { companyId } = company.user;
      await untilSwept(synced);
      await deleteSubscriptions(company.control, companyId);
      for (const id of contactIds.slice(0, 3))
        await company.control.changeSourceContact(companyId, id, { numbered: true });
      await company.session.callPatiently(sweepNow, { params: { id: String(connectionId) } });
      return undo(() => undefined);
    },
  },
  {
    name: 'sweeps-stalled',
    what: 'a foreign session has locked the sweeps for longer than half an hour: none is taken',
    alert: 'RidgelineSweepsOverdue',
    signs: [
      { panel: 'auto-sync › Sweeps overdue', labels: { pass: 'recent' }, above: 1_800 },
      {
        command: 'select s.id, s.connection_id, s.company_id, s.kind, s.pass',
        says: /"pass":"recent".*"holder":null/,
      },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    ends: true,
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      await untilSwept(synced);
      // As if the sweep had been due for 40 minutes.
      await runStatements(adminUrl(stage), [
        `update migration.sweeps set due_at = now() - interval '40 minutes'
         where connection_id = ${String(synced.connectionId)} and pass = 'recent'`,
      ]);
      return holdLong(stage, 'lock table migration.sweeps in exclusive mode');
    },
  },
  {
    name: 'subscriptions-refused',
    what: 'AccuLynx has deleted the subscriptions of many connections, and rejects new ones',
    alert: 'RidgelineSubscriptionsFailing',
    signs: [
      {
        panel: 'auto-sync › Webhooks that were made again',
        labels: { cause: 'gone', result: 'refused' },
        above: 20,
      },
      {
        command: 'select id, company_id, webhook_status, webhook_reason',
        says: /AccuLynx no longer has the subscription\. Subscribing again failed: .+?"/,
      },
    ],
    act: '`refused`: AccuLynx rejects the address or the keys',
    plant: async (stage) => {
      const { session, control, made } = await manyConnections(stage);
      await control.addFault({
        vendor: 'acculynx',
        method: 'POST',
        path: '/webhooks/v2/subscriptions',
        effect: { kind: 'http-error', status: 400, body: 'json' },
      });
      await using planting = new AsyncDisposableStack();
      planting.defer(() => control.clearFaults());
      for (const { companyId, connectionId } of made) {
        await deleteSubscriptions(control, companyId);
        // Otherwise, the watch only checks within a quarter of an hour.
        await session.callPatiently(testConnection, { params: { id: String(connectionId) } });
      }
      return planting.move();
    },
  },
];
