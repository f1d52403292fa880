import type { AnswerOf } from '@ridgeline/contracts';
import type { BatchPlan, findOpenEmails, OpenEmail, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from './fenced-run.ts';

/** The e-mail that a planned record writes; an empty text takes the record's address away. */
function writtenEmail(record: PlannedRecord): string | undefined {
  if (record.action === 'create') return record.properties['email'];
  return record.action === 'update' ? record.after['email'] : undefined;
}

interface Withheld {
  readonly sourceId: string;
  /** Its place in the plan: who stands first asks first. */
  readonly position: number;
  readonly email: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Notes what a plan leaves out, or, when it only moves e-mails, which address it gives to whom and takes from whom. */
export async function noteWithheld(tx: Tx, run: FencedRun, plan: BatchPlan): Promise<void> {
  if (!plan.emailsOnly) {
    const withheld = plan.records.flatMap((record, position) =>
      record.withheld ? { sourceId: record.sourceId, position, ...record.withheld } : [],
    );
    return insertWithheld(tx, run, plan.batch, withheld, false);
  }
  const takenAway = plan.records.flatMap((record, position): Withheld[] => {
    const email = record.action === 'update' && writtenEmail(record) === '' ? record.before['email'] : null;
    const name = record.withheld?.name ?? '';
    return email ? [{ sourceId: record.sourceId, position, email, name, properties: {} }] : [];
  });
  await insertWithheld(tx, run, plan.batch, takenAway, true);
  const given = plan.records.filter(writtenEmail);
  await tx.query(
    `update withheld_emails w set given_in = $2
     from unnest($3::text[], $4::text[]) as g(source_id, email)
     where w.migration_id = $1 and w.source_id = g.source_id and w.email = g.email`,
    [run.id, plan.batch, given.map(({ sourceId }) => sourceId), given.map(writtenEmail)],
  );
}

async function insertWithheld(
  tx: Tx,
  run: FencedRun,
  batch: number,
  withheld: readonly Withheld[],
  putBack: boolean,
): Promise<void> {
  if (withheld.length === 0) return;
  await tx.query(
    `insert into withheld_emails (migration_id, source_id, email, company_id, batch, position, name, properties, put_back)
     select $1, w.source_id, w.email, $2, $3, w.position, w.name, w.properties, $8
     from unnest($4::text[], $5::text[], $6::text[], $7::json[], $9::integer[])
       as w(source_id, email, name, properties, position)
     on conflict (migration_id, source_id, email) do nothing`,
    [
      run.id,
      run.company_id,
      batch,
      withheld.map(({ sourceId }) => sourceId),
      withheld.map(({ email }) => email),
      withheld.map(({ name }) => storableText(name)),
      withheld.map(({ properties }) => JSON.stringify(properties)),
      putBack,
      withheld.map(({ position }) => position),
    ],
  );
}

const pageSize = 500;

/**
 * A page of the withheld e-mails whose turn it is, with the first record in the order of the run that is in HubSpot, or
 * would be with the address, and was not refused it. None of an address that its first contact got, nor of a record that
 * was given one already. They are known only when every planned batch is counted.
 */
export async function openEmails(
  tx: Tx,
  { id }: FencedRun,
  after: string | null,
): Promise<AnswerOf<typeof findOpenEmails>> {
  const { open, unfinished } = await tx.one<{ open: boolean; unfinished: boolean }>(
    `select exists (select from withheld_emails where migration_id = $1 and state = 'open') as open,
       exists (select from batches where migration_id = $1 and done_at is null) as unfinished`,
    [id],
  );
  if (!open || unfinished) return { settled: !open, emails: [], next: null };
  const emails = await tx.query<OpenEmail>(
    `select distinct on (w.email) w.email, w.source_id as "sourceId", w.name, w.properties, o.hubspot_id as "hubspotId",
       w.put_back as "putBack"
     from withheld_emails w
     join outcomes o on o.migration_id = w.migration_id and o.source_id = w.source_id and o.kind <> 'failed'
     where w.migration_id = $1 and w.state = 'open' and w.email > $2
       and not exists (
         select from withheld_emails g where g.migration_id = $1 and g.state = 'given' and g.email = w.email)
       and not exists (
         select from withheld_emails g where g.migration_id = $1 and g.state = 'given' and g.source_id = w.source_id)
       and not exists (
         select from email_reservations r
         join outcomes h on h.migration_id = $1 and h.source_id = r.source_id
           and h.kind in ('created', 'updated', 'unchanged')
         where r.migration_id = $1 and r.email = w.email and not exists (
           select from withheld_emails x
           where x.migration_id = $1 and x.source_id = r.source_id and x.email = r.email))
     order by w.email, w.put_back, w.batch, w.position
     limit $3`,
    [id, after ?? '', pageSize],
  );
  return { settled: true, emails, next: emails.length < pageSize ? null : (emails.at(-1)?.email ?? null) };
}
