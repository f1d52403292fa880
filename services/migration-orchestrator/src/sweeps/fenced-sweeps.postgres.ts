import type { SweepPass } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { newSince } from '../sync-state/resumed-switch.postgres.ts';
import type { HeldSweep } from './sweep-lease-store.postgres.ts';

/** A held sweep, with what its pages are compared against. */
export interface FencedSweep {
  readonly id: number;
  readonly connection_id: number;
  readonly company_id: string;
  readonly kind: string;
  readonly pass: SweepPass;
  readonly portal_id: string | null;
  /** Records created since this time are new. */
  readonly since: Date;
  readonly switched_on: Date;
  /** Whether the records that existed when auto-sync was switched on are stored. */
  readonly existing_noted: boolean;
  readonly gets_events: boolean;
  /** Whether all records were compared since the switch: then every difference is a later change. */
  readonly compared: boolean;
  /** States stored up to this time do not count; null: all count. */
  readonly states_from: Date | null;
  /** Whether events of unknown records were left out since all records were last compared. */
  readonly left_out: boolean;
}

/** The kind and pass of a sweep; undefined when there is no sweep with this id. */
export function sweepOf(tx: Tx, sweepId: number): Promise<Pick<FencedSweep, 'kind' | 'pass'> | undefined> {
  return tx.maybeOne<Pick<FencedSweep, 'kind' | 'pass'>>(
    `select kind, pass from leased_sweeps where id = $1::bigint`,
    [sweepId],
  );
}

/**
 * Locks the sweeps until the transaction ends, so that the list, the switches and the leases do not change. Returns, by id,
 * the sweeps that are still held under these leases and whose kind is still switched on. Rows are locked in the order of
 * their ids, connections first.
 */
export async function fenceSweeps(
  tx: Tx,
  held: readonly HeldSweep[],
): Promise<ReadonlyMap<number, FencedSweep>> {
  const [ids, epochs] = [held.map(({ sweepId }) => sweepId), held.map(({ epoch }) => epoch)];
  await tx.query(
    `select from sync_connections where connection_id in (select connection_id from leased_sweeps where id = any ($1::bigint[]))
     order by connection_id for no key update`,
    [ids],
  );
  const sweeps = await tx.query<FencedSweep>(
    `select w.id, w.connection_id, c.company_id, w.kind, w.pass, c.portal_id, ${newSince('c', 'w.kind')} as since,
       (c.since ->> w.kind)::timestamptz as switched_on, (c.states_from ->> w.kind)::timestamptz as states_from,
       coalesce((c.existing_noted ->> w.kind)::boolean, false) as existing_noted, c.gets_events,
       coalesce(c.unknown_left_out_at > (select a.mark from sweeps a where a.connection_id = w.connection_id and a.kind = w.kind
         and a.pass = 'all'), c.unknown_left_out_at is not null) as left_out,
       exists (select from sweeps a where a.connection_id = w.connection_id and a.kind = w.kind and a.pass = 'all'
         and a.mark is not null) as compared
     from unnest($1::bigint[], $2::integer[]) as h(id, epoch) join all_sweeps w on w.id = h.id and w.epoch = h.epoch
     join sync_connections c on c.connection_id = w.connection_id
     where w.holder is not null and c.since ->> w.kind is not null
     order by w.id for no key update of w`,
    [ids, epochs],
  );
  return new Map(sweeps.map((sweep) => [sweep.id, sweep]));
}
