import type { AcculynxLists, AutoSyncResume, Connection, ConnectionDetail } from '@ridgeline/contracts';
import type { SyncedConnection } from '@ridgeline/contracts/internal';
import type { HandlerResult } from '@ridgeline/kafka';
import type { Database, Tx } from '@ridgeline/postgres';
import {
  connectionFields,
  toConnection,
  type ColumnValues,
  type ConnectionRow,
} from './connection-fields.ts';

interface DetailRow extends ConnectionRow {
  readonly lists: Partial<AcculynxLists>;
}

const detailFields = `${connectionFields}, acculynx_lists as lists`;

/** The lists of a connection before AccuLynx has been read. */
export const noLists: AcculynxLists = {
  states: [],
  workTypes: [],
  tradeTypes: [],
  contactTypes: [],
  jobCategories: [],
  insuranceCompanies: [],
  leadSources: [],
};

function toDetail({ lists, ...row }: DetailRow): ConnectionDetail {
  return { ...toConnection(row), ...noLists, ...lists };
}

/** Identifies a connection and its company. */
export interface ConnectionKey {
  readonly companyId: string;
  readonly connectionId: number;
}

/** The company's connections, oldest first, without lists. */
export async function listConnections(tx: Tx, companyId: string): Promise<Connection[]> {
  const rows = await tx.query<ConnectionRow>(
    `select ${connectionFields} from connections where company_id = $1 order by id`,
    [companyId],
  );
  return rows.map(toConnection);
}

/** How many connections the company has. */
export async function countConnections(tx: Tx, companyId: string): Promise<number> {
  const { count } = await tx.one<{ readonly count: number }>(
    `select count(*)::int as count from connections where company_id = $1`,
    [companyId],
  );
  return count;
}

/** A connection of the company, without lists; null when it has none of this id. */
export async function findConnection(tx: Tx, companyId: string, id: number): Promise<Connection | null> {
  const row = await tx.maybeOne<ConnectionRow>(
    `select ${connectionFields} from connections where company_id = $1 and id = $2`,
    [companyId, id],
  );
  return row ? toConnection(row) : null;
}

interface SyncedRow extends ConnectionRow {
  readonly contactsSince: Date | null;
  readonly jobsSince: Date | null;
  readonly contactsResume: AutoSyncResume | null;
  readonly jobsResume: AutoSyncResume | null;
}

/** A connection of the company with the switches of its auto-sync; null when it has none of this id. */
export async function findSynced(tx: Tx, companyId: string, id: number): Promise<SyncedConnection | null> {
  const row = await tx.maybeOne<SyncedRow>(
    `select ${connectionFields}, auto_sync_contacts_since as "contactsSince", auto_sync_jobs_since as "jobsSince",
       auto_sync_contacts_resume as "contactsResume", auto_sync_jobs_resume as "jobsResume"
     from connections where company_id = $1 and id = $2`,
    [companyId, id],
  );
  if (!row) return null;
  const { contactsSince, jobsSince, contactsResume, jobsResume, ...connection } = row;
  const autoSyncSince = {
    contacts: contactsSince?.toISOString() ?? null,
    jobs: jobsSince?.toISOString() ?? null,
  };
  const autoSyncResume = { contacts: contactsResume, jobs: jobsResume };
  return { ...toConnection(connection), autoSyncSince, autoSyncResume };
}

/** Whether any company has a connection with this id; needs the system's scope. */
async function connectionExists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query(`select 1 from connections where id = $1`, [id])).length > 0;
}

/** A connection of the company with AccuLynx' lists; null when it has none of this id. */
export async function findDetail(tx: Tx, companyId: string, id: number): Promise<ConnectionDetail | null> {
  const row = await tx.maybeOne<DetailRow>(
    `select ${detailFields} from connections where company_id = $1 and id = $2`,
    [companyId, id],
  );
  return row ? toDetail(row) : null;
}

/** The stored connection, if this change was the last one stored; null otherwise. */
export async function findSavedBy(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  change: string,
): Promise<ConnectionDetail | null> {
  const row = await tx.maybeOne<DetailRow>(
    `select ${detailFields} from connections where company_id = $1 and id = $2 and last_change = $3`,
    [companyId, connectionId, change],
  );
  return row ? toDetail(row) : null;
}

/** Stores a new connection; its secrets are stored separately. */
export async function insertConnection(tx: Tx, values: ColumnValues): Promise<ConnectionDetail> {
  const names = Object.keys(values);
  const row = await tx.one<DetailRow>(
    `insert into connections (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
     returning ${detailFields}`,
    Object.values(values),
  );
  return toDetail(row);
}

/** Changes a connection that was read at this version; null when its version has changed since, or when it is gone. */
export async function updateConnection(
  tx: Tx,
  { companyId, connectionId, version }: ConnectionKey & { readonly version: number },
  values: ColumnValues,
): Promise<ConnectionDetail | null> {
  const names = Object.keys(values);
  const row = await tx.maybeOne<DetailRow>(
    `update connections
     set version = version + 1, updated_at = now()${names.map((name, at) => `, ${name} = $${at + 4}`).join('')}
     where company_id = $1 and id = $2 and version = $3
     returning ${detailFields}`,
    [companyId, connectionId, version, ...Object.values(values)],
  );
  return row ? toDetail(row) : null;
}

/** Replaces the subscription of a locked connection. Its version stays, because no field that users edit changes. */
export async function setSubscription(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  values: ColumnValues,
): Promise<Connection> {
  const names = Object.keys(values);
  const row = await tx.one<ConnectionRow>(
    `update connections set ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')}
     where company_id = $1 and id = $2 returning ${connectionFields}`,
    [companyId, connectionId, ...Object.values(values)],
  );
  return toConnection(row);
}

/** Renames a connection, whatever its version; null when the company has no connection with this id. */
export async function renameConnection(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  name: string,
): Promise<Connection | null> {
  const row = await tx.maybeOne<ConnectionRow>(
    `update connections set name = $3, version = version + 1, updated_at = now()
     where company_id = $1 and id = $2 returning ${connectionFields}`,
    [companyId, connectionId, name],
  );
  return row ? toConnection(row) : null;
}

/**
 * Applies an event to the connection that it names. Does nothing for a deleted connection; an event that names another
 * company's connection is rejected as forged.
 */
export async function forConnectionOf(
  db: Database,
  { companyId, connectionId }: ConnectionKey,
  work: (tx: Tx) => Promise<void>,
): Promise<HandlerResult> {
  const isOurs = await db.forCompany(companyId, async (tx) => {
    if (!(await findConnection(tx, companyId, connectionId))) return false;
    await work(tx);
    return true;
  });
  if (isOurs || !(await db.forSystem((tx) => connectionExists(tx, connectionId)))) return { verdict: 'done' };
  return { verdict: 'dead', kind: 'unknown', reason: 'The company has no such connection' };
}
