import type { Tx } from '@ridgeline/postgres';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';
import { nextCheckAt, refused } from './check-schedule.ts';

/** A connection according to an event. */
export interface KnownConnection extends ConnectionOfCompany {
  readonly revision: number;
}

/**
 * Adds a connection to those that are checked; for a known connection, only the company and the revision are updated, if
 * newer.
 */
export async function scheduleConnection(
  tx: Tx,
  { connectionId, companyId, revision }: KnownConnection,
  firstCheckAt: Date,
): Promise<void> {
  await tx.query(
    `insert into connections_to_check as known (connection_id, company_id, revision, next_check_at)
     values ($1, $2, $3, $4)
     on conflict (connection_id) do update set company_id = excluded.company_id, revision = excluded.revision
       where known.revision < excluded.revision`,
    [connectionId, companyId, revision, firstCheckAt],
  );
}

/** Removes a connection that is gone from those that are checked. */
export async function unscheduleConnection(tx: Tx, connectionId: number): Promise<void> {
  await tx.query('delete from connections_to_check where connection_id = $1', [connectionId]);
}

/** The claimed connections, and until when no other process claims them. */
export interface Claim {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

/**
 * Claims connections that are due, the most overdue first. They are due again at `until` unless they are rescheduled before,
 * so that a process that crashes during a check only causes a delay. Several processes may claim concurrently and share the
 * work.
 */
export function claimDueConnections(tx: Tx, { now, until, limit }: Claim): Promise<ConnectionOfCompany[]> {
  return tx.query<ConnectionOfCompany>(
    `update connections_to_check set next_check_at = $2
     where connection_id in (
       select connection_id from connections_to_check where next_check_at <= $1
       order by next_check_at, connection_id limit $3 for update skip locked)
     returning connection_id as "connectionId", company_id as "companyId"`,
    [now, until, limit],
  );
}

/** Reschedules a connection; returns whether it is still to be checked for this company. */
export async function putOffCheck(
  tx: Tx,
  { connectionId, companyId }: ConnectionOfCompany,
  until: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update connections_to_check set next_check_at = $3 where connection_id = $1 and company_id = $2 returning 1`,
    [connectionId, companyId, until],
  );
  return rows.length > 0;
}

/**
 * Reschedules a connection that was just checked: at the regular interval, or soon while its refusal is watched and the
 * credentials are not accepted. Returns whether it is still to be checked for this company.
 */
export async function scheduleNextCheck(
  tx: Tx,
  { connectionId, companyId }: ConnectionOfCompany,
  { now, accepted, refusedNow = false }: FinishedCheck,
): Promise<boolean> {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const rows = await tx.query(
    `with watched as (
       select connection_id, case when $3 then null when $4 then $6::timestamptz else watched_until end as until
       from connections_to_check where connection_id = $1 and company_id = $2 for update
     )
     update connections_to_check c set watched_until = w.until,
       next_check_at = case when w.until > $5 then $7::timestamptz else $8::timestamptz end
     from watched w where c.connection_id = w.connection_id returning 1`,
    [
      connectionId,
      companyId,
      accepted,
      refusedNow,
      now,
      after(refused.watchMs),
      after(refused.checkEveryMs),
      nextCheckAt(now),
    ],
  );
  return rows.length > 0;
}

/** The result of a check, as far as it determines the next one. */
export interface FinishedCheck {
  readonly now: Date;
  readonly accepted: boolean;
  /** Whether the check was caused by a vendor's refusal. */
  readonly refusedNow?: boolean;
}
