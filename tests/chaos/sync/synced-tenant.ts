import {
  getSync,
  listSyncDeadLetters,
  updateConnection,
  type Connection,
  type SyncStatus,
} from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import {
  eventually,
  newTestCompany,
  type TargetAssociation,
  type TargetRecord,
  type TestCompany,
} from '@ridgeline/testkit';
import { look, untilSettled } from '../disturbing/watched-migration.ts';
import { stageByMilestone } from '../seeded/people-in-acculynx.ts';

/** A company of a run, with auto-sync on. */
export interface SyncedTenant {
  readonly company: TestCompany;
  readonly connection: Connection;
  /** AccuLynx' records that existed when auto-sync was switched on and that no migration had copied. */
  readonly old: { readonly contacts: readonly string[]; readonly jobs: readonly string[] };
  /** What was in HubSpot then. */
  readonly linked: { readonly contacts: readonly TargetRecord[]; readonly deals: readonly TargetRecord[] };
  readonly pairsBefore: readonly TargetAssociation[];
}

/** How many contacts are added between the migrations and the switch; half as many jobs. */
const oldContacts = 12;

/** Migrates a new company's contacts and jobs, adds others that no migration copies, and switches auto-sync on. */
export async function newSyncedTenant(
  product: Product,
  sizes: { readonly contacts: number; readonly jobs: number },
): Promise<SyncedTenant> {
  const company = await newTestCompany(product.description, sizes);
  const { control, user, portalId } = company;
  const connected = await company.connect(undefined, {
    includeNoEmailContacts: true,
    dealStageByMilestone: stageByMilestone,
  });
  for (const migrationType of ['contacts', 'jobs'] as const) {
    const { id } = await company.startMigration(connected, { migrationType, batchSize: 100 });
    await untilSettled(product, { company, id });
    const { status } = await look({ company, id });
    if (status !== 'completed') throw new Error(`The migration before the run is ${status}`);
  }
  const contacts: string[] = [];
  for (let made = 0; made < oldContacts; made += 1)
    contacts.push((await control.createSourceContact(user.companyId, { numbered: true })).id);
  // Their contacts are old ones too, because a job copies its contacts.
  const jobs: string[] = [];
  for (let made = 0; made < oldContacts / 2; made += 1) {
    const contactIds = contacts.slice(made, made + 1);
    jobs.push((await control.createSourceJob(user.companyId, { contactIds, numbered: true })).id);
  }
  const connection = await switchOn({ company, connection: connected });
  return {
    company,
    connection,
    old: { contacts, jobs },
    linked: {
      contacts: await control.targetContacts(portalId),
      deals: await control.targetDeals(portalId),
    },
    pairsBefore: await control.targetAssociations(portalId, 'deals', 'contacts'),
  };
}

/** AccuLynx reports creation times to the second: what is created in the second of the switch counts as new. */
async function switchOn({ company, connection }: Pick<SyncedTenant, 'company' | 'connection'>) {
  const created = Date.now();
  await eventually(() => expectTrue(Date.now() > created + 2_000, 'It is the same moment'), {
    what: 'the second of the last creation to be over',
  });
  const switched = await company.session.callPatiently(updateConnection, {
    params: { id: String(connection.id) },
    body: {
      autoSyncNewContacts: true,
      autoSyncNewJobs: true,
    },
  });
  await eventually(
    async () =>
      expectTrue((await syncStatus({ company, connection })).state === 'current', 'It is not current'),
    { within: 60_000, what: 'auto-sync to be current' },
  );
  return switched;
}

function expectTrue(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const ofConnection = ({ connection }: Pick<SyncedTenant, 'connection'>) => ({
  params: { id: String(connection.id) },
});

export const syncStatus = (tenant: Pick<SyncedTenant, 'company' | 'connection'>): Promise<SyncStatus> =>
  tenant.company.session.callPatiently(getSync, ofConnection(tenant));

/** The records that auto-sync stopped trying to copy. */
export async function deadLettersOf(tenant: SyncedTenant): Promise<string[]> {
  const { records } = await tenant.company.session.callPatiently(listSyncDeadLetters, {
    ...ofConnection(tenant),
    query: {},
  });
  return records.map(
    ({ kind, sourceId, reason, message }) =>
      `${kind} ${sourceId} is a dead letter: ${reason ?? ''}, ${message ?? ''}`,
  );
}
