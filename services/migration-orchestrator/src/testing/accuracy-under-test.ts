import type { AnswerOf, ApiClient, Connection } from '@ridgeline/contracts';
import {
  reportComparedPage,
  takeLinkedRecords,
  type ComparedRecord,
  type LinkedRecord,
} from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import type { TestDatabase } from '@ridgeline/testkit/integration';
import { askComparison } from '../sync-state/sweep-plan.postgres.ts';
import { copyContacts, type Digests } from './copied-contacts.ts';
import type { OrchestratorUnderTest } from './orchestrator-under-test.ts';
import type { HeldSweep, SweepUnderTest } from './sweep-under-test.ts';
import type { SyncUnderTest } from './sync-under-test.ts';

type Page = AnswerOf<typeof takeLinkedRecords>;

/** The result of comparing a record in HubSpot; equal, unless the test says otherwise. */
export type Standing = Partial<Pick<ComparedRecord, 'isGone' | 'changedByPeople' | 'differing'>>;

/** The fields of a page's record that tests read. */
const compared = (record: LinkedRecord, standing: Standing = {}): ComparedRecord => ({
  sourceId: record.sourceId,
  hubspotId: record.hubspotId,
  writtenAt: record.writtenAt,
  name: `Name ${record.sourceId}`,
  isGone: false,
  changedByPeople: [],
  differing: [],
  ...standing,
});

/** A worker's side of comparisons with HubSpot, over an orchestrator under test. */
export class AccuracyUnderTest {
  readonly #orchestrator: OrchestratorUnderTest;
  readonly #client: ApiClient;
  readonly #sweeps: SweepUnderTest;

  constructor(orchestrator: OrchestratorUnderTest, sweeps: SweepUnderTest) {
    this.#orchestrator = orchestrator;
    this.#client = orchestrator.service;
    this.#sweeps = sweeps;
  }

  /** Claims a comparison of a connection's contacts, which is due now: of all, unless a sample is wanted. */
  async begin(connection: Pick<Connection, 'id'>, { sample = false } = {}): Promise<HeldSweep> {
    if (!sample) await this.#orchestrator.db.forSystem((tx) => askComparison(tx, connection.id));
    return this.#sweeps.of(connection, 'portal');
  }

  page({ sweepId, epoch }: HeldSweep): Promise<Page> {
    return this.#client(takeLinkedRecords, { params: { id: String(sweepId) }, body: { epoch } });
  }

  async report(
    { sweepId, epoch }: HeldSweep,
    { place, next, records }: Page,
    standing: Readonly<Record<string, Standing>> = {},
  ): Promise<void> {
    const results = records.map((record) => compared(record, standing[record.sourceId]));
    const body = { epoch, place, next, records: results };
    await this.#client(reportComparedPage, { params: { id: String(sweepId) }, body });
  }

  /** A whole comparison; answers the source ids of its records, in their order. */
  async whole(
    connection: Pick<Connection, 'id'>,
    standing: Readonly<Record<string, Standing>> = {},
    scope: { readonly sample?: boolean } = {},
  ): Promise<string[]> {
    const held = await this.begin(connection, scope);
    const ids: string[] = [];
    for (let page = await this.page(held); page.records.length > 0; page = await this.page(held)) {
      await this.report(held, page, standing);
      ids.push(...page.records.map(({ sourceId }) => sourceId));
    }
    await this.#sweeps.end(held);
    return ids;
  }

  /** What is stored about a connection's comparisons, newest first. */
  checks({ id }: Pick<Connection, 'id'>) {
    return this.#orchestrator.db.forSystem((tx) =>
      tx.query(
        `select whole, ended_at is not null as ended, compared, equal, changed_by_people, repaired, gone
         from accuracy_checks where connection_id = $1 order by id desc`,
        [id],
      ),
    );
  }

  /** What is stored about a connection's records, in the order of their source ids. */
  findings({ id }: Pick<Connection, 'id'>) {
    return this.#orchestrator.db.forSystem((tx) =>
      tx.query(
        `select source_id as "sourceId", verdict, properties from accuracy_findings
         where connection_id = $1 order by source_id, id`,
        [id],
      ),
    );
  }

  /** The stored marks of a connection's records, as texts. */
  async written({ id }: Pick<Connection, 'id'>): Promise<Record<string, string | null>> {
    const rows = await this.#orchestrator.db.forSystem((tx) =>
      tx.query<{ source_id: string; written: Buffer | null }>(
        `select source_id, written from source_states where connection_id = $1 order by source_id`,
        [id],
      ),
    );
    return Object.fromEntries(rows.map((row) => [row.source_id, row.written?.toString() ?? null]));
  }
}

/** Stores this many linked contacts of a connection, with marks: c-000001 and so on. */
export const manyWritten = (
  database: Pick<TestDatabase, 'asAdmin'>,
  { id }: Pick<Connection, 'id'>,
  count: number,
) =>
  database.asAdmin(
    `with contacts as materialized (
       select c.*, 'c-' || lpad(n::text, 6, '0') as source_id
       from sync_connections c, generate_series(1, ${String(count)}) n where c.connection_id = ${String(id)}
     ), linked as (
       insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
       select company_id, portal_id, 'contact', source_id, 'hs-' || source_id from contacts
     )
     insert into source_states (connection_id, kind, source_id, company_id, digest, stored_at, written, written_at)
     select connection_id, 'contact', source_id, company_id, '1:one', now(), 'marks', now() from contacts`,
  );

/** A connection whose contacts were copied, with marks of their values. */
export async function writtenContacts(
  sync: SyncUnderTest,
  digests: Digests,
  companyId?: string,
): Promise<Connection> {
  const connection = await sync.switchedOn(companyId);
  await copyContacts(sync, connection, digests, { outcome: { kind: OutcomeKind.CREATED, written: 'marks' } });
  return connection;
}
