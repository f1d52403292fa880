import type { TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../../../tests/support/migrations.ts';
import type { Fault, Stage } from '../fault.ts';
import { holdLong, waitsForPsql } from './postgres.ts';

/** More than the alert on dead letters lets pass. */
const contacts = 40;

/** For as long as an alert may take. */
const allTheTime = { perSecond: 1, seconds: 110 };
const eachOnce = { perSecond: 5, seconds: contacts / 5 };

interface SyncedCompany {
  readonly company: TestCompany;
  /** The ids of its contacts at AccuLynx, all of them in HubSpot. */
  readonly contactIds: readonly string[];
}

/** A new company whose contacts are in HubSpot, with auto-sync on. */
async function syncedCompany({ newCompany }: Stage): Promise<SyncedCompany> {
  const company = await newCompany(contacts);
  const settings = { autoSyncNewContacts: true, includeNoEmailContacts: true };
  const connection = await company.connect(undefined, settings);
  const { id } = await company.startMigration(connection, { batchSize: 100 });
  await untilEnded(company, id);
  return { company, contactIds: await company.control.sourceIds(company.user.companyId, 'contacts') };
}

/** Changes one contact after another: all of them once, and again after that. */
async function changeContacts(
  { company, contactIds }: SyncedCompany,
  pace: { readonly perSecond: number; readonly seconds: number },
): Promise<void> {
  await company.control.startStream({
    companies: [{ companyId: company.user.companyId, contacts: contactIds }],
    ...pace,
    jobsShare: 0,
    newShare: 0,
    distinctShare: 1,
  });
}

/** Faults of auto-sync. */
export const syncFaults: readonly Fault[] = [
  {
    name: 'sync-stalled',
    what: 'a foreign session locks the rounds of auto-sync: none is taken',
    alert: 'RidgelineSyncBehind',
    signs: [
      { panel: 'auto-sync › Stalled connections', above: 0 },
      { panel: 'auto-sync › Longest wait for a round', above: 30 },
      { command: 'select c.connection_id, c.company_id, c.waiting_count', says: /"waiting_count":[1-9]/ },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
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
    signs: [
      { panel: 'auto-sync › Answers to AccuLynx', labels: { status: '503' }, above: 0 },
      { panel: 'auto-sync › Events by result', labels: { result: 'unavailable' }, above: 0 },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    plant: async (stage) => {
      const synced = await syncedCompany(stage);
      const held = holdLong(stage, 'lock table connection.webhook_deliveries in exclusive mode');
      await changeContacts(synced, allTheTime);
      return held;
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
