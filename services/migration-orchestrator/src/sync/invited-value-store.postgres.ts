import type { Tx } from '@ridgeline/postgres';
import type { FencedRound } from './fenced-round.postgres.ts';

/** So many records of earlier rounds are asked whether they take part in an exchange. */
const maxInvited = 100;

/**
 * Lets records of earlier rounds that wait for a value take part in a round in which one waits too: two contacts may have
 * swapped their emails, and the second round is the first that can see both. Those that an event made due are read again
 * anyway. The newest come first, as halves of one exchange are close to each other. Safe to repeat.
 */
export async function inviteWaiting(tx: Tx, round: FencedRound, kind: string): Promise<void> {
  await tx.query(
    `with host as (
       select min(d.batch) as batch from sync_deferred_values d
       where d.round = $1 and d.kind = $2 and d.state = 'open'
     ), invited as (
       insert into sync_deferred_values
         (round, source_id, kind, property, value, company_id, batch, position, name, properties)
       select $1, w.source_id, $2, w.property, w.value, w.company_id, host.batch,
         ${maxInvited * 1_000} + row_number() over (order by w.since), w.name, w.properties
       from host cross join lateral (
         select * from sync_waiting_values w
         where w.connection_id = $3 and w.kind = $2 and w.sync_id = $4 and w.since > '-infinity'
           and (select r.seq from sync_records r
             where r.connection_id = $3 and r.kind = $2 and r.source_id = w.source_id and r.dead_at is null
               and (r.round is not null or r.origin <> 'freed_value')) is null
           and (select p.batch from sync_planned_records p
             where p.round = $1 and p.source_id = w.source_id and p.kind = $2) is null
         order by w.since desc limit ${maxInvited}) w
       where host.batch is not null
       on conflict (round, source_id, kind, property, value) do nothing
       returning batch
     )
     update sync_batches b set deferred_count = deferred_count + n.count
     from (select batch, count(*)::integer as count from invited group by batch) n
     where b.round = $1 and b.batch = n.batch`,
    [round.id, kind, round.connectionId, round.syncId],
  );
}
