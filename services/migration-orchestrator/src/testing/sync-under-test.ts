import type { Connection } from '@ridgeline/contracts';
import type { SyncedConnection } from '@ridgeline/contracts/internal';
import { topics } from '@ridgeline/events';
import type { HandlerResult } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { takeChangedRecords } from '../sync/record-consumer.ts';
import { followConnections } from '../sync/sync-connections.ts';
import { countLeftOut, countSyncReports } from '../sync/sync-metrics.ts';
import { createSyncReportHandler } from '../sync/sync-report-consumer.ts';
import type { OrchestratorUnderTest } from './orchestrator-under-test.ts';
import { receivedEvent } from './received-event.ts';
import { SyncWorkerUnderTest, type HeldRound, type HeldSync } from './sync-worker-under-test.ts';

type Switches = Partial<SyncedConnection['autoSyncSince']>;

/** Both sides of auto-sync over an orchestrator under test: the connection service's events, and a worker. */
export class SyncUnderTest extends SyncWorkerUnderTest {
  /** Connections whose sync changed, in the order of the changes. */
  readonly changed: readonly number[];
  readonly #orchestrator: OrchestratorUnderTest;
  readonly #connections = new Map<number, SyncedConnection>();
  readonly #follow: ReturnType<typeof followConnections>;
  readonly #take: ReturnType<typeof takeChangedRecords>;
  #revision = 0;

  constructor(orchestrator: OrchestratorUnderTest) {
    const { db, metrics, service } = orchestrator;
    const changed: number[] = [];
    const onChange = (id: number) => void changed.push(id);
    const logger = createLogger({ service: 'migration-orchestrator', level: 'silent' });
    super(service, createSyncReportHandler({ db, logger, count: countSyncReports(metrics), onChange }));
    this.changed = changed;
    this.#orchestrator = orchestrator;
    const find = (id: number, companyId: string) => {
      const connection = this.#connections.get(id);
      return Promise.resolve(connection?.companyId === companyId ? connection : null);
    };
    this.#follow = followConnections({ db, find, onChange });
    this.#take = takeChangedRecords({ db, find, onChange, countLeftOut: countLeftOut(metrics) });
  }

  /** A connection whose auto-sync of these kinds is on; until `tell`, only the connection service knows it. */
  connection(companyId = 'roofers', switches: Switches = {}, changes: Partial<Connection> = {}): Connection {
    const connection = this.#orchestrator.connection(companyId, changes);
    this.#connections.set(connection.id, {
      ...connection,
      autoSyncSince: { contacts: null, jobs: null, ...switches },
      autoSyncResume: {},
    });
    return connection;
  }

  /** Its auto-sync is on and existing records are stored, so that its next round contains records. */
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

  /** The connection service reports a change. */
  async tell(
    { id, companyId }: Connection,
    {
      deleted = false,
      resume = {},
      ...switches
    }: Switches & { readonly deleted?: boolean; readonly resume?: SyncedConnection['autoSyncResume'] } = {},
  ): Promise<void> {
    const known = this.#connections.get(id);
    if (known && deleted) this.#connections.delete(id);
    else if (known)
      this.#connections.set(id, {
        ...known,
        autoSyncSince: { ...known.autoSyncSince, ...switches },
        autoSyncResume: { ...known.autoSyncResume, ...resume },
      });
    this.#revision += 1;
    const value = { connectionId: id, companyId, revision: this.#revision, deleted };
    await this.#follow(receivedEvent(topics.connection, { companyId, key: id, value }));
  }

  /** Changes a connection, and reports it. */
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
      createdAt,
      changedAt,
      searchNeeded = false,
    }: {
      readonly kind?: string;
      readonly receivedAt?: Date;
      readonly createdAt?: Date;
      readonly changedAt?: Date;
      readonly searchNeeded?: boolean;
    } = {},
  ): Promise<HandlerResult> {
    const times = {
      receivedAt: receivedAt.toISOString(),
      createdAt: createdAt?.toISOString() ?? '',
      changedAt: changedAt?.toISOString() ?? '',
    };
    const records = sourceIds.map((sourceId) => ({ kind, sourceId, ...times }));
    const value = { connectionId: id, companyId, records, searchNeeded };
    return this.#take(receivedEvent(topics.sourceRecord, { companyId, key: id, value }));
  }

  /** A round of these records, and a migration of the same connection that a worker has. */
  async besideMigration(sourceIds: readonly string[]) {
    const connection = await this.switchedOn();
    const run = await this.#orchestrator.run('roofers', connection);
    await this.events(connection, sourceIds);
    const round = await this.round(connection);
    return { connection, run, round };
  }

  /** The database's current time, finer than the times that are sent. */
  async now(): Promise<string> {
    const { at } = await this.#orchestrator.db.forSystem((tx) =>
      tx.one<{ at: Date }>(`select clock_timestamp() as at`),
    );
    return new Date(at.getTime() + 1).toISOString();
  }

  /** Advances the time until records are due. */
  async due(): Promise<void> {
    await this.#orchestrator.db.forSystem((tx) =>
      tx.query(`with r as (update sync_records set due_at = now() where due_at is not null)
        update sync_connections set next_due_at = now() where next_due_at is not null`),
    );
  }

  /** The sync of a connection's portal. */
  async syncIdOf({ id }: Pick<Connection, 'id'>): Promise<number> {
    const { sync_id } = await this.#orchestrator.db.forSystem((tx) =>
      tx.one<{ sync_id: number }>(`select sync_id from sync_connections where connection_id = $1`, [id]),
    );
    return sync_id;
  }

  /** The next round of a sync, which is claimed for it unless it is held. */
  async round(of: Connection | HeldSync): Promise<HeldRound> {
    const held = 'epoch' in of ? of : await this.claim(await this.syncIdOf(of));
    await this.due();
    const { round } = await this.take(held);
    if (!round) throw new Error('There is no round');
    return { ...held, round };
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
}

/** The fields of a list's row that tests read. */
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
