import { getSweeps } from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';
import { eventually } from '@ridgeline/testkit/eventually';
import { untilEnded } from '../../../tests/support/migrations.ts';
import type { Stage } from '../fault.ts';

/** More than the alert on dead letters tolerates. */
const contacts = 40;

/** A company whose contacts are in HubSpot, with auto-sync on. */
export interface SyncedCompany {
  readonly company: TestCompany;
  readonly connectionId: number;
  /** The ids of its contacts at AccuLynx, all of them in HubSpot. */
  readonly contactIds: readonly string[];
}

/** Makes one. */
export async function syncedCompany({ newCompany }: Stage): Promise<SyncedCompany> {
  const company = await newCompany(contacts);
  const settings = { autoSyncNewContacts: true, includeNoEmailContacts: true };
  const connection = await company.connect(undefined, settings);
  const { id } = await company.startMigration(connection, { batchSize: 100 });
  await untilEnded(company, id);
  const contactIds = await company.control.sourceIds(company.user.companyId, 'contacts');
  return { company, connectionId: connection.id, contactIds };
}

/** Waits until all records were compared after auto-sync was switched on: every later difference is a later change. */
export async function untilSwept({ company, connectionId }: SyncedCompany): Promise<void> {
  const look = async (): Promise<void> => {
    const params = { id: String(connectionId) };
    const { allComparedAt } = await company.session.callPatiently(getSweeps, { params });
    if (allComparedAt === null) throw new Error('Not all are compared');
  };
  await eventually(look, { within: 60_000, what: 'all records to be compared' });
}

/** How contacts are changed. */
export interface ChangePace {
  readonly perSecond: number;
  readonly seconds: number;
}

/** For as long as an alert may take to fire. */
export const allTheTime: ChangePace = { perSecond: 1, seconds: 110 };
export const eachOnce: ChangePace = { perSecond: 5, seconds: contacts / 5 };

/** Changes one contact after another, and starts over after the last one. */
export async function changeContacts(
  { company, contactIds }: SyncedCompany,
  pace: ChangePace,
): Promise<void> {
  await company.control.startStream({
    companies: [{ companyId: company.user.companyId, contacts: contactIds }],
    ...pace,
    jobsShare: 0,
    newShare: 0,
    distinctShare: 1,
  });
}
