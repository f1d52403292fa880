import {
  getSweeps,
  getSync,
  type Connection,
  type MigrationType,
  type SyncStatus,
} from '@ridgeline/contracts';
import type { StackDescription } from '@ridgeline/devstack';
import { poll, retryEvery } from '@ridgeline/kit';
import {
  newTestCompany,
  type SimulatorControl,
  type SourceStream,
  type SourceStreamOptions,
  type TestCompany,
} from '@ridgeline/testkit';
import { untilClosed } from '../measuring/product.ts';
import { tell } from '../measuring/surroundings.ts';

/** A company whose records are in HubSpot, with auto-sync on. */
export interface SyncedCompany {
  readonly company: TestCompany;
  readonly connection: Connection;
  /** What a stream may change: records that are linked. */
  readonly stream: SourceStreamOptions['companies'][number];
}

interface Sizes {
  readonly contacts: number;
  readonly jobs: number;
}

const fast = { latency: { baseMs: 0, perRecordMs: 0 } };
const measured = { latency: { baseMs: 150, perRecordMs: 0 } };

/** Makes both vendors answer immediately, or after 150 ms; limits stay on. */
export const answerFast = ({ control }: TestCompany): Promise<void> =>
  control.change({ acculynx: fast, hubspot: fast });
export const answerAsMeasured = ({ control }: TestCompany): Promise<void> =>
  control.change({ acculynx: measured, hubspot: measured });

/** Migrates a new company's records, including the contacts of its jobs, and switches its auto-sync on. */
export async function newSyncedCompany(
  stack: Pick<StackDescription, 'gateway' | 'simulators' | 'mail'>,
  sizes: Sizes,
  types: readonly MigrationType[] = ['contacts', 'jobs'],
): Promise<SyncedCompany> {
  const company = await newTestCompany(stack, sizes);
  await answerFast(company);
  const connection = await company.connect(undefined, {
    autoSyncNewContacts: true,
    autoSyncNewJobs: true,
    includeNoEmailContacts: true,
  });
  for (const type of types) await migrate(company, connection, type);
  return { company, connection, stream: await linkedRecords(company) };
}

/** Migrates the records of a type and waits for the end; throws if the migration fails. */
export async function migrate(
  company: TestCompany,
  connection: Connection,
  type: MigrationType,
): Promise<void> {
  tell(`Migrating ${type} of ${company.credentials.name} ...`);
  const { id } = await company.startMigration(connection, { migrationType: type, batchSize: 100 });
  const { status } = await untilClosed(company, id);
  if (status !== 'completed') throw new Error(`The migration of ${type} ended as ${status}`);
}

async function linkedRecords({ control, user, portalId }: TestCompany): Promise<SyncedCompany['stream']> {
  const [contacts, deals] = await Promise.all([
    control.targetContacts(portalId),
    control.targetDeals(portalId),
  ]);
  const ids = (records: typeof contacts, property: string): string[] =>
    records.flatMap(({ properties }) => properties[property] ?? []);
  return {
    companyId: user.companyId,
    contacts: ids(contacts, 'acculynx_contact_id'),
    jobs: ids(deals, 'acculynx_job_id'),
  };
}

const syncStatus = ({ company, connection }: SyncedCompany): Promise<SyncStatus> =>
  company.session.callPatiently(getSync, { params: { id: String(connection.id) } });

/** Waits until no record waits in the syncs of these companies; throws at the deadline. */
export async function untilCurrent(synced: readonly SyncedCompany[], withinMs: number): Promise<void> {
  for (const each of synced) {
    const look = async (): Promise<true | undefined> =>
      (await syncStatus(each)).state === 'current' ? true : undefined;
    await poll(retryEvery(500), look, { withinMs, what: `sync ${each.connection.id} to be current` });
  }
}

/**
 * Waits until the first sweeps, which begin when auto-sync is switched on, are over; the next ones follow a quarter of an
 * hour later.
 */
export async function untilSwept(synced: readonly SyncedCompany[], withinMs: number): Promise<void> {
  for (const { company, connection } of synced) {
    const params = { id: String(connection.id) };
    const look = async (): Promise<true | undefined> => {
      const { lastAt, allComparedAt } = await company.session.callPatiently(getSweeps, { params });
      return lastAt !== null && allComparedAt !== null ? true : undefined;
    };
    await poll(retryEvery(500), look, { withinMs, what: `the sweeps of connection ${connection.id} to end` });
  }
}

/** Runs a stream of changes to its end. */
export async function runStream(
  control: SimulatorControl,
  options: SourceStreamOptions,
): Promise<SourceStream> {
  const id = await control.startStream(options);
  const look = async (): Promise<SourceStream | undefined> => {
    const stream = await control.stream(id);
    return stream.state === 'running' ? undefined : stream;
  };
  const withinMs = (options.seconds + 60) * 1_000;
  return poll(retryEvery(1_000), look, { withinMs, what: 'the stream of changes to end' });
}
