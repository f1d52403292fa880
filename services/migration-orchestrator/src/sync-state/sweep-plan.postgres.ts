import type { Tx } from '@ridgeline/postgres';

/*
 * When each connection is swept (ADR 77), and compared with HubSpot (ADR 78). Its rows in `all_sweeps`, one per kind and pass,
 * follow the switches:
 *
 *   switched on ─> due ─> under way (started_at, cursor) ─> due again after its interval
 *                   └──────── switched off ─────────┴────> not due, until it is on again: `mark` stays, so that it reads on
 *                                                          from there
 *
 * Comparisons with HubSpot begin within a day after the switch, when records have been copied. Their rows are in
 * `portal_sweeps`, which previous releases do not read.
 *
 * The `mark` of an `all` sweep is cleared by the switch: a change before the first sweep since then need not be a missed event.
 */

/** A random time of the day, so that connections switched on together are not compared together. */
const withinADay = `clock_timestamp() + interval '1 hour' + random() * interval '23 hours'`;

const fromTheStart = `started_at = null, cursor = null, records = 0, calls = 0, newest_at = null, asked_at = null,
  holder = null, lease_until = null`;

/**
 * Creates or updates sweeps: for kinds whose auto-sync is on they are due now, or within a day for comparisons with HubSpot;
 * for other kinds they are not due. Applies to one connection, or to all, because an orchestrator of the previous release may
 * have stored a switch. Correct rows stay unchanged.
 */
export async function planSweeps(tx: Tx, connectionId: number | null): Promise<void> {
  await tx.query(
    `with switched as (
       select c.connection_id, c.company_id, k.key as kind from sync_connections c cross join jsonb_each_text(c.since) as k
       where c.deleted_at is null and k.value is not null and ($1::integer is null or c.connection_id = $1)
     ), wrong as (
       select w.id, exists (select from switched s where s.connection_id = w.connection_id and s.kind = w.kind) as is_on
       from all_sweeps w where $1::integer is null or w.connection_id = $1
     ), changed as (
       update all_sweeps w set
         due_at = case when not wrong.is_on then null when pass = 'portal' then ${withinADay} else clock_timestamp() end,
         mark = case when pass = 'recent' then mark end, ${fromTheStart}
       from wrong where w.id = wrong.id and wrong.is_on <> (w.due_at is not null)
     ), portal as (
       insert into portal_sweeps (connection_id, company_id, kind, due_at)
       select s.connection_id, s.company_id, s.kind, ${withinADay} from switched s
       where not exists (select from portal_sweeps w where w.connection_id = s.connection_id and w.kind = s.kind)
       on conflict (connection_id, kind, pass) do nothing
     )
     insert into sweeps (connection_id, company_id, kind, pass, due_at)
     select s.connection_id, s.company_id, s.kind, p.pass, clock_timestamp()
     from switched s cross join (values ('recent'), ('all')) as p(pass)
     where not exists (select from sweeps w
       where w.connection_id = s.connection_id and w.kind = s.kind and w.pass = p.pass)
     on conflict (connection_id, kind, pass) do nothing`,
    [connectionId],
  );
}

/** The auto-sync of a kind was switched off: its sweeps in progress end. */
export async function stopSweeps(tx: Tx, connectionId: number, kind: string): Promise<void> {
  await tx.query(
    `update all_sweeps set due_at = null, mark = case when pass = 'recent' then mark end, ${fromTheStart}
     where connection_id = $1 and kind = $2`,
    [connectionId, kind],
  );
}

/** Deletes all sweeps of a connection: it was deleted, or leads to another portal, where they begin from the switch. */
export async function forgetSweeps(tx: Tx, connectionId: number): Promise<void> {
  await tx.query(`delete from all_sweeps where connection_id = $1`, [connectionId]);
}

/**
 * Makes all AccuLynx sweeps of a connection due now, whatever they wait for; those in progress are due again when they end.
 * Returns how many.
 */
export async function askSweeps(tx: Tx, connectionId: number): Promise<number> {
  const asked = await tx.query(
    `update sweeps set asked_at = clock_timestamp(), due_at = least(due_at, clock_timestamp())
     where connection_id = $1 and due_at is not null returning 1`,
    [connectionId],
  );
  return asked.length;
}

/**
 * Schedules a comparison of all linked records of a connection with HubSpot now, or after the comparison in progress. Returns
 * for how many kinds.
 */
export async function askComparison(tx: Tx, connectionId: number): Promise<number> {
  const asked = await tx.query(
    `update portal_sweeps set asked_at = clock_timestamp(), asked_whole = true, due_at = least(due_at, clock_timestamp())
     where connection_id = $1 and due_at is not null returning 1`,
    [connectionId],
  );
  return asked.length;
}
