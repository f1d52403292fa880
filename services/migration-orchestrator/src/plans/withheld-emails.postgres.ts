import type { AnswerOf } from '@ridgeline/contracts';
import type { BatchPlan, findOpenEmails, OpenEmail, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';

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
     where w.source_id = g.source_id and w.migration_id = $1 and w.email = g.email`,
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
    `update batches set withheld_count = withheld_count + $3 where migration_id = $1 and batch = $2`,
    [run.id, batch, withheld.length],
  );
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

/** So many batches that withheld e-mails are looked through for a page. */
const batchesPerPage = 20;

/**
 * A page of the withheld e-mails whose turn it is, in the order of the run. An address goes to the first record that
 * asks, is in HubSpot or would be with it, and was not refused it; to none while the contact that came first with it has
 * it, nor twice; and a record is given one address only. They are known only when every planned batch is counted.
 *
 * Everything is looked up one by one, by keys that need no statistics of the migration. That the first contact has the
 * address is the usual case and is found first: then those that ask for it are not gone through.
 */
export async function openEmails(
  tx: Tx,
  { id }: FencedRun,
  after: number,
): Promise<AnswerOf<typeof findOpenEmails>> {
  const { unfinished } = await tx.one<{ unfinished: boolean }>(
    `select exists (select from batches where migration_id = $1 and done_at is null) as unfinished`,
    [id],
  );
  if (unfinished) return { settled: false, emails: [], next: null };
  const batches = await tx.query<{ batch: number }>(
    `select batch from batches where migration_id = $1 and batch > $2 and withheld_count > 0 order by batch limit $3`,
    [id, after, batchesPerPage],
  );
  const numbers = batches.map(({ batch }) => batch);
  const emails = numbers.length === 0 ? [] : await emailsInTurn(tx, id, numbers);
  return { settled: true, emails, next: numbers.length < batchesPerPage ? null : (numbers.at(-1) ?? null) };
}

/** A record whose address was refused so often stays without it: it is the address that HubSpot does not take. */
const mostRefusals = 3;

function emailsInTurn(tx: Tx, migrationId: number, batches: readonly number[]): Promise<OpenEmail[]> {
  return tx.query<OpenEmail>(
    `with asked as materialized (
       select distinct email from withheld_emails
       where batch = any ($2::integer[]) and migration_id = $1 and state = 'open'
     ), free as materialized (
       select email from asked a
       where coalesce((
         select (select h.kind from outcomes h where h.migration_id = $1 and h.source_id = r.source_id)
             in ('created', 'updated', 'unchanged')
           and (select count(*) from withheld_emails x
                where x.source_id = r.source_id and x.migration_id = $1 and x.email = a.email) = 0
         from key_reservations r where r.migration_id = $1 and r.key = a.email and r.kind = 'email'
       ), false) is false
     )
     select w.email, w.source_id as "sourceId", w.name, w.properties, w.put_back as "putBack",
       (select o.hubspot_id from outcomes o where o.migration_id = $1 and o.source_id = w.source_id) as "hubspotId"
     from free
     cross join lateral (
       select * from withheld_emails f
       where f.email = free.email and f.migration_id = $1 and f.state = 'open'
         and (select o.kind from outcomes o where o.migration_id = $1 and o.source_id = f.source_id) <> 'failed'
       order by f.put_back, f.batch, f.position limit 1
     ) w
     where w.batch = any ($2::integer[])
       and (select count(*) filter (where g.state = 'given') = 0 and count(*) filter (where g.state = 'refused') < $3
            from withheld_emails g where g.email = w.email and g.migration_id = $1)
       and (select count(*) from withheld_emails g
            where g.source_id = w.source_id and g.migration_id = $1 and g.state = 'given') = 0
     order by w.batch, w.position`,
    [migrationId, batches, mostRefusals],
  );
}
