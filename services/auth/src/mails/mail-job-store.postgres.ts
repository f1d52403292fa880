import type { Tx } from '@ridgeline/postgres';
import type { MailJob, NewMailJob } from './mail-job.ts';

/** The channel on which a transaction that added a job notifies the runner. */
export const mailJobChannel = 'auth_mail_jobs';

/** Queues an email in the transaction that causes it: it is only sent if that commits. Works in any scope. */
export async function addMailJob(tx: Tx, job: NewMailJob): Promise<void> {
  await tx.query('insert into mail_jobs (kind, email, invitation_id) values ($1, $2, $3)', [
    job.kind,
    job.email,
    job.kind === 'invitation' ? job.invitationId : null,
  ]);
  await tx.query('select pg_notify($1, $2)', [mailJobChannel, '']);
}

/** Queues the emails of a digest, which are sent when it is due. */
export async function addDigestJobs(
  tx: Tx,
  {
    digestId,
    dueAt,
    emails,
  }: { readonly digestId: number; readonly dueAt: Date; readonly emails: readonly string[] },
): Promise<void> {
  await tx.query(
    `insert into mail_jobs (kind, email, digest_id, due_at)
     select 'connections-stopped', email, $1, $2 from unnest($3::text[]) email`,
    [digestId, dueAt, emails],
  );
  await tx.query('select pg_notify($1, $2)', [mailJobChannel, '']);
}

/**
 * Takes up to `limit` jobs that are due, those of digests last: a company's five hundred do not delay a user who
 * waits for a link. They are due again after `leaseSeconds` unless they are finished or rescheduled
 * before: a process that dies while it sends costs a delay, and at worst a duplicate mail.
 */
export function takeMailJobs(
  tx: Tx,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<MailJob[]> {
  return tx.query<MailJob>(
    `update mail_jobs set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
     where id in (select id from mail_jobs where due_at <= now()
       order by digest_id is not null, due_at, id limit $1 for update skip locked)
     returning id, kind, email, invitation_id as "invitationId", digest_id as "digestId", attempts, created_at as "createdAt"`,
    [limit, leaseSeconds],
  );
}

/** Forgets a job: it was sent, or there is nothing to send. */
export async function finishMailJob(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from mail_jobs where id = $1', [id]);
}

/** Reschedules a job. */
export async function putOffMailJob(tx: Tx, id: number, delayMs: number): Promise<void> {
  await tx.query('update mail_jobs set due_at = now() + make_interval(secs => $2) where id = $1', [
    id,
    delayMs / 1_000,
  ]);
}

/** How long until the next job is due, in milliseconds; null when there is none. */
export async function untilNextMailJob(tx: Tx): Promise<number | null> {
  const { waitMs } = await tx.one<{ waitMs: number | null }>(
    `select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as "waitMs" from mail_jobs`,
    [],
  );
  return waitMs === null ? null : Math.max(0, waitMs);
}
