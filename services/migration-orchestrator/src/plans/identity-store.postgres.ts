import type { RecordIdentity } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from './fenced-run.ts';

/** A source record that is about to be planned. */
export interface IdentityQuestion {
  readonly sourceId: string;
  readonly email: string | null;
}

/** E-mails are compared in lower case, without the spaces around them. */
function comparableEmail(email: string | null): string | null {
  return email === null ? null : storableText(email).trim().toLowerCase() || null;
}

/**
 * Reserves the batch's e-mails for the run (the first source record that asks keeps one) and answers, in the order of
 * the question, what is known of each record. Records that an earlier batch holds reserve nothing: they are counted
 * there. The same question again answers the same.
 */
export async function resolveIdentities(
  tx: Tx,
  run: FencedRun,
  batch: number,
  records: readonly IdentityQuestion[],
): Promise<RecordIdentity[]> {
  const sourceIds = records.map((record) => record.sourceId);
  const emails = records.map((record) => comparableEmail(record.email));
  await tx.query(
    `insert into email_reservations (migration_id, email, company_id, source_id, batch)
     select distinct on (r.email) $1::integer, r.email, $2::text, r.source_id, $3::integer
     from unnest($4::text[], $5::text[]) with ordinality as r(source_id, email, position)
     where r.email is not null and not exists (
       select from planned_records p
       where p.migration_id = $1 and p.source_id = r.source_id and p.batch < $3)
     order by r.email, r.position
     on conflict (migration_id, email) do nothing`,
    [run.id, run.company_id, batch, sourceIds, emails],
  );
  return tx.query<RecordIdentity>(
    `select r.source_id as "sourceId", l.hubspot_id as "hubspotId",
       nullif(e.source_id, r.source_id) as "emailTakenBy", p.batch as "seenInBatch"
     from unnest($4::text[], $5::text[]) with ordinality as r(source_id, email, position)
     left join links l on l.company_id = $2 and l.portal_id = $6 and l.object_type = 'contact'
       and l.source_id = r.source_id
     left join email_reservations e on e.migration_id = $1 and e.email = r.email
     left join planned_records p on p.migration_id = $1 and p.source_id = r.source_id and p.batch < $3
     order by r.position`,
    [run.id, run.company_id, batch, sourceIds, emails, run.hubspot_portal_id],
  );
}
