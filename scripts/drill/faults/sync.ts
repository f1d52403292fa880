import { undo, type Fault } from '../fault.ts';
import { holdLong, waitsForPsql } from './postgres.ts';
import { runWith } from './processes.ts';
import { allTheTime, changeContacts, eachOnce, syncedCompany, type SyncedCompany } from './synced-company.ts';

/** Sends events in an unknown format, more than the alert tolerates. */
async function sendUnreadable({ company }: SyncedCompany, gateway: string): Promise<void> {
  const { control, user } = company;
  for (const { consumerUrl } of await control.subscriptions(user.companyId))
    for (let number = 0; number < 8; number += 1)
      await fetch(`${gateway}${new URL(consumerUrl).pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ version: 3, changes: [] }),
      });
}

/** Faults of auto-sync. */
export const syncFaults: readonly Fault[] = [
  {
    name: 'sync-stalled',
    what: 'a foreign session locks the rounds of auto-sync: none is taken',
    alert: 'RidgelineSyncBehind',
    severity: 'critical',
    signs: [
      { panel: 'auto-sync › Stalled connections', above: 0 },
      { panel: 'auto-sync › Longest wait for a round', above: 30 },
      { command: 'select c.connection_id, c.company_id, c.waiting_count', says: /"waiting_count":[1-9]/ },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    ends: true,
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const held = holdLong(stage, 'lock table migration.sync_rounds in exclusive mode');
      await changeContacts(synced, allTheTime);
      return held;
    },
  },
  {
    name: 'intake-blocked',
    what: "a foreign session locks the deliveries of AccuLynx' events: none is stored",
    alert: 'RidgelineIntakeFailing',
    severity: 'critical',
    signs: [
      { panel: 'auto-sync › Answers to AccuLynx', labels: { status: '503' }, above: 0 },
      { panel: 'auto-sync › Events by result', labels: { result: 'unavailable' }, above: 0 },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    ends: true,
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const held = holdLong(stage, 'lock table connection.webhook_deliveries in exclusive mode');
      await changeContacts(synced, allTheTime);
      return held;
    },
  },
  {
    name: 'rounds-failing',
    what: 'the workers run a release that asks the orchestrator what it does not understand: each round fails',
    alert: 'RidgelineSyncBehind',
    severity: 'warning',
    signs: [
      { panel: 'auto-sync › Rounds by result', labels: { result: 'failed' }, above: 0 },
      {
        log: 'A round of auto-sync failed because of an unexpected error',
        service: 'migration-worker',
        carrying: /Planted by the drill/,
      },
    ],
    act: 'Rounds fail since a release',
    ends: true,
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const release = await runWith(stage, 'migration-worker', {
        module: '../loaded/misunderstood.ts',
        processes: 'all',
      });
      await changeContacts(synced, allTheTime);
      return release;
    },
  },
  {
    name: 'events-unreadable',
    what: 'AccuLynx sends events in a form that we do not know',
    alert: 'RidgelineIntakeFailing',
    severity: 'warning',
    signs: [{ panel: 'auto-sync › Events by result', labels: { result: 'unreadable' }, above: 0 }],
    act: '`unreadable` or `unknown_topic` of many connections',
    plant: async (stage) => {
      const { gateway } = stage.product.description;
      for (let company = 0; company < 2; company += 1)
        await sendUnreadable(await syncedCompany(stage), gateway);
      return undo(() => undefined);
    },
  },
  {
    name: 'records-rejected',
    what: "HubSpot rejects each record of a company: a user has changed the portal's options",
    alert: 'RidgelineSyncDeadLetters',
    signs: [
      { panel: 'auto-sync › New dead letters within 10 minutes', labels: { cause: 'rejected' }, above: 20 },
      {
        command: 'select connection_id, company_id, kind, reason',
        says: /"reason":"\w+","records":(?:2\d|3\d|40)\b/,
      },
    ],
    act: 'One connection and one reason',
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const { company, contactIds } = synced;
      await using planting = new AsyncDisposableStack();
      await company.control.addFault({
        vendor: 'hubspot',
        companyId: company.user.companyId,
        effect: { kind: 'refuse-records', sourceIds: [...contactIds] },
      });
      planting.defer(() => company.control.clearFaults());
      await changeContacts(synced, eachOnce);
      return planting.move();
    },
  },
];
