import type { Tx } from '@ridgeline/postgres';
import { addDigestJobs } from '../mails/mail-job-store.postgres.ts';

/** A part of a connection that has stopped working, and what depends on it. */
export interface StoppedPart {
  readonly connectionId: number;
  readonly connectionName: string;
  readonly part: 'acculynx' | 'hubspot' | 'webhook';
  /** In words; empty where the reason is unknown. */
  readonly reason: string;
  readonly syncsContacts: boolean;
  readonly syncsJobs: boolean;
  readonly hasOpenMigrations: boolean;
  readonly failedMigration: boolean;
  readonly at: Date;
}

/** The content of a digest email: the first few parts, and the number of affected connections. */
export interface Digest {
  readonly parts: readonly StoppedPart[];
  readonly connections: number;
}

/**
 * Failures are collected for this long before the first email, so that related ones share it; later ones go into the next
 * email.
 */
const gathering = `interval '2 minutes'`;
const betweenMails = `interval '1 hour'`;
/** Longer than the sending of an email is retried. */
const keptFor = `interval '2 days'`;

/** Keeps an email short; the page lists all connections. */
const maxConnections = 10;

/** Which of a company's users are notified. */
const isTold = `not access_revoked and email_verified_at is not null`;

/** The company's digest that is still open; a new digest also queues its emails. */
async function openDigest(tx: Tx, companyId: string): Promise<number> {
  const open = await tx.maybeOne<{ id: number }>(
    `select id from alert_digests where company_id = $1 and not closed and due_at > now() for no key update`,
    [companyId],
  );
  if (open) return open.id;
  await tx.query(`delete from alert_digests where due_at < now() - ${keptFor}`);
  const { id, dueAt } = await tx.one<{ id: number; dueAt: Date }>(
    `insert into alert_digests (company_id, due_at)
     select $1, greatest(now() + ${gathering}, max(due_at) + ${betweenMails})
     from alert_digests where company_id = $1
     returning id, due_at as "dueAt"`,
    [companyId],
  );
  const people = await tx.query<{ email: string }>(
    `select email from users where company_id = $1 and ${isTold} order by id`,
    [companyId],
  );
  await addDigestJobs(tx, { digestId: id, dueAt, emails: people.map(({ email }) => email) });
  return id;
}

/** Locks a company, so that no two of its digests are opened concurrently; false when there is no company with this id. */
export async function lockCompany(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx.query('select 1 from companies where company_id = $1 for no key update', [
    companyId,
  ]);
  return found.length > 0;
}

/**
 * Adds a part to the next email to a company, which the transaction has locked. It is sent within two minutes, or an hour
 * after the previous email.
 */
export async function collect(tx: Tx, companyId: string, stopped: StoppedPart): Promise<void> {
  const digestId = await openDigest(tx, companyId);
  await tx.query(
    `insert into alert_lines (digest_id, connection_id, part, company_id, connection_name, reason, syncs_contacts,
       syncs_jobs, has_open_migrations, failed_migration, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (digest_id, connection_id, part) do nothing`,
    [
      digestId,
      stopped.connectionId,
      stopped.part,
      companyId,
      stopped.connectionName,
      stopped.reason,
      stopped.syncsContacts,
      stopped.syncsJobs,
      stopped.hasOpenMigrations,
      stopped.failedMigration,
      stopped.at,
    ],
  );
}

/**
 * Closes the digest when its first email is written, for all recipients; null when the recipient may no longer be notified.
 * Closing waits for transactions that are adding a part.
 */
export async function readDigest(
  tx: Tx,
  { digestId, email }: { readonly digestId: number; readonly email: string },
): Promise<Digest | null> {
  await tx.query('update alert_digests set closed = true where id = $1 and not closed', [digestId]);
  const reader = await tx.query(
    `select 1 from users join alert_digests d using (company_id)
     where d.id = $1 and lower(email) = lower($2) and ${isTold}`,
    [digestId, email],
  );
  if (reader.length === 0) return null;
  const { connections } = await tx.one<{ connections: number }>(
    'select count(distinct connection_id)::int as connections from alert_lines where digest_id = $1',
    [digestId],
  );
  const parts = await tx.query<StoppedPart>(
    `select connection_id as "connectionId", connection_name as "connectionName", part, reason,
       syncs_contacts as "syncsContacts", syncs_jobs as "syncsJobs", has_open_migrations as "hasOpenMigrations",
       failed_migration as "failedMigration", at
     from alert_lines
     where digest_id = $1 and connection_id in (
       select connection_id from alert_lines where digest_id = $1
       group by connection_id order by min(at), connection_id limit $2)
     order by min(at) over (partition by connection_id), connection_id, part`,
    [digestId, maxConnections],
  );
  return { parts, connections };
}
