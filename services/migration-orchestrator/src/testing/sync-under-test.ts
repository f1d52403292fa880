import type { AnswerOf, ApiClient, Connection } from '@ridgeline/contracts';
import {
  claimSync,
  findSyncOpenValues,
  noteExistingRecords,
  releaseSync,
  renewSyncs,
  resolveSyncIdentities,
  storeSyncPlan,
  takeRound,
  type BatchPlan,
  type PlannedRecord,
  type SyncedConnection,
  type SyncRound,
} from '@ridgeline/contracts/internal';
import {
  Absence,
  decodeValue,
  OutcomeKind,
  outgoingEvent,
  RoundResult,
  topics,
  type SyncReportSchema,
} from '@ridgeline/events';
import type { HandlerResult } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { followConnections } from '../sync/sync-connections.ts';
import { takeChangedRecords } from '../sync/record-consumer.ts';
import { countSyncReports } from '../sync/sync-metrics.ts';
import { createSyncReportHandler } from '../sync/sync-report-consumer.ts';
import type { OrchestratorUnderTest } from './orchestrator-under-test.ts';

type Init<Schema extends Parameters<typeof outgoingEvent>[0]['schema']> = Parameters<
  typeof outgoingEvent<Schema>
>[1]['value'];
type Switches = Partial<SyncedConnection['autoSyncSince']>;
type Report = Init<typeof SyncReportSchema>['report'];

/** A record as a worker reports it: its kind of outcome, or with the reason of a failure. */
type Outcome = OutcomeKind | { readonly kind: OutcomeKind; readonly reason: string };

/** A sync as a worker holds it. */
export interface HeldSync {
  readonly syncId: number;
  readonly epoch: number;
}

/** A round that a worker has taken. */
export interface HeldRound extends HeldSync {
  readonly round: SyncRound;
}

/** Both sides of auto-sync over an orchestrator under test: the connection service's events, and a worker. */
export class SyncUnderTest {
  readonly #orchestrator: OrchestratorUnderTest;
  readonly #client: ApiClient;
  readonly #connections = new Map<number, SyncedConnection>();
  readonly #handlers: ReturnType<typeof handlersOf>;
  /** Connections whose sync changed, in the order of the changes. */
  readonly changed: number[] = [];
  #revision = 0;

  constructor(orchestrator: OrchestratorUnderTest) {
    this.#orchestrator = orchestrator;
    this.#client = orchestrator.service;
    this.#handlers = handlersOf(orchestrator, {
      find: (id, companyId) => {
        const connection = this.#connections.get(id);
        return Promise.resolve(connection?.companyId === companyId ? connection : null);
      },
      onChange: (id) => void this.changed.push(id),
    });
  }

  /** A connection whose auto-sync of these kinds is on; known to the connection service only, until `tell`. */
  connection(companyId = 'roofers', switches: Switches = {}, changes: Partial<Connection> = {}): Connection {
    const connection = this.#orchestrator.connection(companyId, changes);
    this.#connections.set(connection.id, {
      ...connection,
      autoSyncSince: { contacts: null, jobs: null, ...switches },
    });
    return connection;
  }

  /** Its auto-sync is on, and what exists is noted: its next round holds records. */
  async switchedOn(
    companyId = 'roofers',
    kinds: readonly (keyof Switches)[] = ['contacts'],
    changes: Partial<Connection> = {},
  ) {
    const since = new Date().toISOString();
    const switches = Object.fromEntries(kinds.map((kind) => [kind, since]));
    const connection = this.connection(companyId, switches, changes);
    await this.tell(connection);
    await this.#orchestrator.db.forSystem((tx) =>
      tx.query(
        `update sync_connections set existing_noted = '{"contact": true}', next_due_at = null where connection_id = $1`,
        [connection.id],
      ),
    );
    return connection;
  }

  /** The connection service tells of a change. */
  async tell(
    { id, companyId }: Connection,
    { deleted = false, ...switches }: Switches & { readonly deleted?: boolean } = {},
  ): Promise<void> {
    const known = this.#connections.get(id);
    if (known && deleted) this.#connections.delete(id);
    else if (known)
      this.#connections.set(id, { ...known, autoSyncSince: { ...known.autoSyncSince, ...switches } });
    this.#revision += 1;
    await this.#handlers.connection(
      this.#event(topics.connection, companyId, id, {
        connectionId: id,
        companyId,
        revision: this.#revision,
        deleted,
      }),
    );
  }

  /** Changes how a connection looks, and tells of it. */
  async change(connection: Connection, changes: Partial<Connection>): Promise<void> {
    const known = this.#connections.get(connection.id);
    if (known) this.#connections.set(connection.id, { ...known, ...changes });
    await this.tell(connection);
  }

  /** Events of records were received. */
  events(
    { id, companyId }: Pick<Connection, 'id' | 'companyId'>,
    sourceIds: readonly string[],
    {
      kind = 'contact',
      receivedAt = new Date(),
    }: { readonly kind?: string; readonly receivedAt?: Date } = {},
  ): Promise<HandlerResult> {
    const records = sourceIds.map((sourceId) => ({ kind, sourceId, receivedAt: receivedAt.toISOString() }));
    return this.#handlers.records(
      this.#event(topics.sourceRecord, companyId, id, { connectionId: id, companyId, records }),
    );
  }

  /** Lets the time pass after which records are due. */
  async due(): Promise<void> {
    await this.#orchestrator.db.forSystem((tx) =>
      tx.query(`with r as (update sync_records set due_at = now() where due_at is not null)
        update sync_connections set next_due_at = now() where next_due_at is not null`),
    );
  }

  get #identity() {
    return { processId: this.processId, serverInstanceId: 'worker-1', pid: 4711 };
  }

  readonly processId = newId();

  /** The sync of a connection's portal. */
  async syncIdOf({ id }: Pick<Connection, 'id'>): Promise<number> {
    const { sync_id } = await this.#orchestrator.db.forSystem((tx) =>
      tx.one<{ sync_id: number }>(`select sync_id from sync_connections where connection_id = $1`, [id]),
    );
    return sync_id;
  }

  async claim(syncId: number): Promise<HeldSync> {
    const { epoch } = await this.#client(claimSync, { params: { id: String(syncId) }, body: this.#identity });
    return { syncId, epoch };
  }

  renew(syncs: readonly HeldSync[], freePlaces = 0): Promise<AnswerOf<typeof renewSyncs>> {
    const held = syncs.map(({ syncId, epoch }) => ({ syncId, epoch }));
    return this.#client(renewSyncs, { body: { ...this.#identity, freePlaces, syncs: held } });
  }

  release({ syncId, epoch }: HeldSync, wait?: { ms: number; reason: string }): Promise<unknown> {
    return this.#client(releaseSync, {
      params: { id: String(syncId) },
      body: { epoch, ...(wait ? { wait } : {}) },
    });
  }

  take({ syncId, epoch }: HeldSync): Promise<AnswerOf<typeof takeRound>> {
    return this.#client(takeRound, { params: { id: String(syncId) }, body: { epoch } });
  }

  /** The next round, of a sync that is claimed for it unless it is held. */
  async round(of: Connection | HeldSync): Promise<HeldRound> {
    const held = 'epoch' in of ? of : await this.claim(await this.syncIdOf(of));
    await this.due();
    const { round } = await this.take(held);
    if (!round) throw new Error('There is no round');
    return { ...held, round };
  }

  async identities(
    held: HeldRound,
    records: readonly { sourceId: string; key: string | null }[],
    kind = 'contact',
  ) {
    const params = this.#paramsOf(held);
    const body = { epoch: held.epoch, kind, records };
    return (await this.#client(resolveSyncIdentities, { params, body })).records;
  }

  note(held: HeldRound, sourceIds: readonly string[], complete = true): Promise<unknown> {
    return this.#client(noteExistingRecords, {
      params: this.#paramsOf(held),
      body: { epoch: held.epoch, sourceIds, complete },
    });
  }

  plan(
    held: HeldRound,
    batch: number,
    records: readonly PlannedRecord[],
    {
      kind = 'contact',
      pass = 'records',
      revision = 1,
      readAt,
    }: Partial<Pick<BatchPlan, 'kind' | 'pass' | 'revision'>> & { readonly readAt?: string } = {},
  ): Promise<AnswerOf<typeof storeSyncPlan>> {
    const params = { ...this.#paramsOf(held), batch: String(batch) };
    const body = { epoch: held.epoch, revision, kind, pass, cursor: null, records };
    return this.#client(storeSyncPlan, { params, body: { ...body, ...(readAt ? { readAt } : {}) } });
  }

  openValues(held: HeldRound, kind = 'contact', after = 0) {
    return this.#client(findSyncOpenValues, {
      params: this.#paramsOf(held),
      body: { epoch: held.epoch, kind, after },
    });
  }

  /** Reports a batch, each record with its outcome; HubSpot ids are made from source ids. */
  batchDone(
    held: HeldRound,
    batch: number,
    outcomes: Readonly<Record<string, Outcome>>,
    eventId?: string,
  ): Promise<HandlerResult> {
    const value = {
      batch,
      outcomes: Object.entries(outcomes).map(([sourceId, outcome]) => {
        const { kind, reason } =
          typeof outcome === 'object' ? outcome : { kind: outcome, reason: 'some_reason' };
        const inHubspot = kind !== OutcomeKind.SKIPPED && kind !== OutcomeKind.FAILED;
        return {
          sourceId,
          kind,
          hubspotId: inHubspot ? `hs-${sourceId}` : '',
          reason: inHubspot ? '' : reason,
          name: `Name ${sourceId}`,
        };
      }),
    };
    return this.report(held, { case: 'batchDone', value }, eventId);
  }

  roundDone(
    held: HeldRound,
    {
      result = RoundResult.DONE,
      absent = {},
      reason = '',
      retryAfterMs = 0,
    }: {
      readonly result?: RoundResult;
      readonly absent?: Readonly<Record<string, Absence>>;
      readonly reason?: string;
      readonly retryAfterMs?: number;
    } = {},
  ): Promise<HandlerResult> {
    const gone = Object.entries(absent).map(([sourceId, absence]) => ({ sourceId, absence, name: '' }));
    return this.report(held, { case: 'roundDone', value: { result, absent: gone, reason, retryAfterMs } });
  }

  /** Plans and reports all records of a round with one outcome, and ends it. */
  async copy(held: HeldRound, outcome: Outcome = OutcomeKind.CREATED): Promise<void> {
    const ids = held.round.records.map(({ sourceId }) => sourceId);
    await this.plan(held, 1, ids.map(aPlannedCreate), { kind: kindOf(held) });
    await this.batchDone(held, 1, Object.fromEntries(ids.map((id) => [id, outcome])));
    await this.roundDone(held);
  }

  report(
    { syncId, epoch, round }: HeldRound,
    report: NonNullable<Report>,
    eventId = newId(),
  ): Promise<HandlerResult> {
    const value = { syncId, epoch, processId: this.processId, round: round.round, report };
    return this.#handlers.reports(this.#event(topics.syncReport, round.companyId, syncId, value, eventId));
  }

  /** Rows of the list of a connection, in the order of their source ids. */
  list({ id }: Pick<Connection, 'id'>): Promise<ListRow[]> {
    return this.#orchestrator.db.forSystem((tx) =>
      tx.query<ListRow>(
        `select source_id as "sourceId", kind, seq, attempts, origin, round is not null as "inHand", dead_at is not null as dead,
           round((extract(epoch from due_at - clock_timestamp())))::integer as "dueIn"
         from sync_records where connection_id = $1 order by kind, source_id`,
        [id],
      ),
    );
  }

  #paramsOf({ syncId, round }: HeldRound) {
    return { id: String(syncId), round: String(round.round) };
  }

  #event<Schema extends Parameters<typeof outgoingEvent>[0]['schema']>(
    topic: Parameters<typeof outgoingEvent<Schema>>[0],
    companyId: string,
    id: number,
    value: Init<Schema>,
    eventId = newId(),
  ) {
    const envelope = { id: eventId, time: new Date().toISOString(), companyId };
    const event = outgoingEvent(topic, { key: String(id), value, envelope });
    return { ...event, value: decodeValue(topic, event.value) };
  }
}

/** A row of the list as tests look at it. */
export interface ListRow {
  readonly sourceId: string;
  readonly kind: string;
  readonly seq: number;
  readonly attempts: number;
  readonly origin: string;
  readonly inHand: boolean;
  readonly dead: boolean;
  /** In seconds. */
  readonly dueIn: number | null;
}

const kindOf = ({ round: { migrationType } }: HeldRound): string =>
  migrationType === 'contacts' ? 'contact' : 'job';

const aPlannedCreate = (sourceId: string): PlannedRecord => ({
  sourceId,
  name: `Name ${sourceId}`,
  warnings: [],
  action: 'create',
  properties: { lastname: sourceId },
});

function handlersOf(
  { db, metrics }: OrchestratorUnderTest,
  parts: Omit<Parameters<typeof followConnections>[0], 'db'>,
) {
  const logger = createLogger({ service: 'migration-orchestrator', level: 'silent' });
  const count = countSyncReports(metrics);
  return {
    connection: followConnections({ db, ...parts }),
    records: takeChangedRecords({ db, ...parts }),
    reports: createSyncReportHandler({ db, logger, count, onChange: parts.onChange }),
  };
}
