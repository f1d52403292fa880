import type { SyncedRecord, SyncStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { longList } from '../sync-state/due-list.postgres.ts';
import { isSyncOn } from '../sync-state/resumed-switch.postgres.ts';
import { notedKinds } from '../sync/round-service.ts';

/** The data of a status. */
interface StatusRow {
  readonly connection_id: number;
  readonly company_id: string;
  readonly on: boolean;
  readonly waits: boolean;
  /** Whether existing records, from before the switch, must still be stored. */
  readonly notes: boolean;
  /** Whether a round is open: what follows its records may still be missing, even if no record waits. */
  readonly in_hand: boolean;
  readonly waiting_for: string | null;
  readonly up_to_date_as_of: Date | null;
  readonly last_event_at: Date | null;
  readonly waiting_count: number;
  readonly dead_count: number;
  readonly left_count: number;
  readonly delay_ms: number | null;
  readonly oldest: Date | null;
  readonly missed: number;
  readonly linked: number | null;
  readonly last_change_at: Date | null;
}

/**
 * `$1` are the kinds whose existing records are stored. The delay is unknown if there was no round in the last quarter of an
 * hour.
 */
const statusColumns = `
  connection_id, company_id, ${isSyncOn('sync_connections')} as on,
  exists (select from unnest($1::text[]) as n(kind)
    where since ->> n.kind is not null and existing_noted -> n.kind is null) as notes,
  exists (select from sync_rounds r where r.sync_id = sync_connections.sync_id and r.finished_at is null
    and r.connection_id = sync_connections.connection_id) as in_hand,
  waiting_for is not null as waits, waiting_for, up_to_date_as_of, last_event_at, waiting_count, dead_count, left_count,
  case when last_round_at > clock_timestamp() - interval '15 minutes' then delay_ms end as delay_ms,
  (select waits_since from sync_records r
   where r.connection_id = sync_connections.connection_id and r.waits_since is not null
   order by r.waits_since limit 1) as oldest,
  (select count(*)::integer from sweep_findings f
   where f.connection_id = sync_connections.connection_id and f.verdict = 'missed') as missed,
  (select case when count(n.count) = count(*) then sum(n.count)::integer end
   from jsonb_each_text(since) s left join sync_linked_counts n
     on n.connection_id = sync_connections.connection_id and n.kind = s.key
   where s.value is not null) as linked, last_change_at`;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

function stateOf({ on, waits, notes, in_hand, waiting_count }: StatusRow): SyncStatus['state'] {
  if (!on) return 'off';
  if (waits) return 'waiting';
  return notes || in_hand || waiting_count > 0 ? 'working' : 'current';
}

const toStatus = (row: StatusRow): SyncStatus => ({
  connectionId: row.connection_id,
  state: stateOf(row),
  upToDateAsOf: iso(row.up_to_date_as_of),
  waiting: row.waiting_count,
  oldestWaitingAt: iso(row.oldest),
  delayMs: row.delay_ms,
  lastEventAt: iso(row.last_event_at),
  waitingFor: row.on ? row.waiting_for : null,
  deadLetters: row.dead_count,
  leftToMigrations: row.left_count,
  missed: row.missed,
  linked: row.linked,
  lastChangeAt: iso(row.last_change_at),
});

/** The statuses of a company's connections. */
export async function statusesOf(tx: Tx, companyId: string): Promise<SyncStatus[]> {
  const rows = await tx.query<StatusRow>(
    `select ${statusColumns} from sync_connections where company_id = $2 and deleted_at is null order by connection_id`,
    [notedKinds, companyId],
  );
  return rows.map(toStatus);
}

/** The statuses of all companies' connections that meet a condition, with their companies. Needs the system's scope. */
export async function statusesWhere(
  tx: Tx,
  condition: string,
  limit: number,
): Promise<(SyncStatus & { readonly companyId: string })[]> {
  const rows = await tx.query<StatusRow>(
    `select ${statusColumns} from sync_connections where deleted_at is null and ${condition}
     order by connection_id limit $2`,
    [notedKinds, limit],
  );
  return rows.map((row) => ({ ...toStatus(row), companyId: row.company_id }));
}

/** The status of one connection; undefined when the company has no connection with this id, or its auto-sync was never on. */
export async function statusOf(
  tx: Tx,
  companyId: string,
  connectionId: number,
): Promise<SyncStatus | undefined> {
  const row = await tx.maybeOne<StatusRow>(
    `select ${statusColumns} from sync_connections
     where company_id = $2 and connection_id = $3 and deleted_at is null`,
    [notedKinds, companyId, connectionId],
  );
  return row && toStatus(row);
}

const feedColumns = `
  id, source_id as "sourceId", kind, outcome, hubspot_id as "hubspotId", name, reason, message, detail, field,
  warnings, changes, origin, known_at, copied_at`;

type FeedRow = Omit<SyncedRecord, 'knownAt' | 'copiedAt'> & {
  readonly known_at: Date;
  readonly copied_at: Date;
};

const toLine = ({ known_at, copied_at, ...line }: FeedRow): SyncedRecord => ({
  ...line,
  knownAt: known_at.toISOString(),
  copiedAt: copied_at.toISOString(),
});

/** Feed entries of a connection, newest first: those before an entry, or all after one. */
export async function feedOf(
  tx: Tx,
  connectionId: number,
  {
    before,
    after = 0,
    limit,
  }: { readonly before?: number | undefined; readonly after?: number; readonly limit: number },
): Promise<SyncedRecord[]> {
  const rows = await tx.query<FeedRow>(
    `select ${feedColumns} from sync_outcomes
     where connection_id = $1 and listed and ($2::bigint is null or id < $2) and id > $3
     order by id desc limit $4`,
    [connectionId, before ?? null, after, limit],
  );
  return rows.map(toLine);
}

/** The turn to publish a connection's status. */
export interface ToldTurn {
  readonly company_id: string;
  /** The last published feed entry. */
  readonly told_outcome: number;
}

/** The time between two turns. */
const betweenTurns = `case when waiting_count > ${longList} then interval '1 second' else interval '240 milliseconds' end`;

/**
 * Takes the turn to publish a connection's status: four times a second at most, or once a second while its list is long,
 * across all processes; undefined when it is not available. The row is locked, so that the published entries are those of
 * this turn.
 */
export function takeToldTurn(tx: Tx, connectionId: number): Promise<ToldTurn | undefined> {
  return tx.maybeOne<ToldTurn>(
    `update sync_connections set told_at = clock_timestamp()
     where connection_id = $1 and deleted_at is null
       and coalesce(told_at < clock_timestamp() - ${betweenTurns}, true)
     returning company_id, told_outcome`,
    [connectionId],
  );
}

/** Milliseconds until the next turn; undefined when there is nothing to publish for a connection. */
export async function nextTurnIn(tx: Tx, connectionId: number): Promise<number | undefined> {
  const turn = await tx.maybeOne<{ ms: number }>(
    `select greatest(1, extract(epoch from told_at + ${betweenTurns} - clock_timestamp()) * 1000)::float8 as ms
     from sync_connections where connection_id = $1 and deleted_at is null`,
    [connectionId],
  );
  return turn?.ms;
}

/** Entries up to this one were published. */
export async function storeTold(tx: Tx, connectionId: number, outcome: number): Promise<void> {
  await tx.query(`update sync_connections set told_outcome = $2 where connection_id = $1`, [
    connectionId,
    outcome,
  ]);
}
