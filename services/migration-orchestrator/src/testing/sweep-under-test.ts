import type { AnswerOf, ApiClient, Connection } from '@ridgeline/contracts';
import {
  claimSweep,
  endSweep,
  releaseSweep,
  renewSweeps,
  reportSweeps,
  reportSweptPage,
  type SweepOrder,
  type SweepPass,
  type SweptRecord,
} from '@ridgeline/contracts/internal';
import { newId } from '@ridgeline/kit';
import type { OrchestratorUnderTest } from './orchestrator-under-test.ts';

/** A sweep as a worker holds it. */
export interface HeldSweep {
  readonly sweepId: number;
  readonly epoch: number;
  readonly claimedAt: string;
  readonly sweep: SweepOrder;
}

/** A record as a list shows it. */
export const swept = (
  sourceId: string,
  digest: string,
  facts: Partial<Omit<SweptRecord, 'sourceId' | 'digest'>> = {},
): SweptRecord => ({
  sourceId,
  digest: `1:${digest}`,
  changedAt: null,
  createdAt: null,
  name: `Name ${sourceId}`,
  ...facts,
});

/** A worker's side of sweeps, over an orchestrator under test. */
export class SweepUnderTest {
  readonly processId = newId();
  readonly #orchestrator: OrchestratorUnderTest;
  readonly #client: ApiClient;

  constructor(orchestrator: OrchestratorUnderTest) {
    this.#orchestrator = orchestrator;
    this.#client = orchestrator.service;
  }

  get #identity() {
    return { processId: this.processId, serverInstanceId: 'worker-1', pid: 4711 };
  }

  /** The number of a sweep of a connection. */
  async idOf({ id }: Pick<Connection, 'id'>, pass: SweepPass = 'all', kind = 'contact'): Promise<number> {
    const row = await this.#orchestrator.db.forSystem((tx) =>
      tx.one<{ id: number }>(
        `select id from all_sweeps where connection_id = $1 and kind = $2 and pass = $3`,
        [id, kind, pass],
      ),
    );
    return row.id;
  }

  async claim(sweepId: number): Promise<HeldSweep> {
    const params = { id: String(sweepId) };
    const answer = await this.#client(claimSweep, { params, body: this.#identity });
    return { ...answer, sweepId };
  }

  /** Claims a sweep of a connection, which is due now. */
  async of(
    connection: Pick<Connection, 'id'>,
    pass: SweepPass = 'all',
    kind = 'contact',
  ): Promise<HeldSweep> {
    const sweepId = await this.idOf(connection, pass, kind);
    await this.due(sweepId);
    return this.claim(sweepId);
  }

  /** Advances the time until a sweep is due. */
  async due(sweepId: number): Promise<void> {
    await this.#orchestrator.db.forSystem((tx) =>
      tx.query(`update all_sweeps set due_at = clock_timestamp() where id = $1 and due_at is not null`, [
        sweepId,
      ]),
    );
  }

  /** Without the list of passes that it supports, like a worker of the previous release. */
  renew(
    sweeps: readonly HeldSweep[],
    freePlaces = 0,
    passes?: readonly SweepPass[],
    takesGrants = false,
  ): Promise<AnswerOf<typeof renewSweeps>> {
    const held = sweeps.map(({ sweepId, epoch }) => ({ sweepId, epoch }));
    const body = { ...this.#identity, freePlaces, sweeps: held, takesGrants, ...(passes ? { passes } : {}) };
    return this.#client(renewSweeps, { body });
  }

  /** Reports a page read now, unless another time is given. */
  async page(
    { sweepId, epoch }: HeldSweep,
    records: readonly SweptRecord[],
    {
      readAt,
      cursor = { page: 1 },
      calls = 1,
    }: { readAt?: string; cursor?: Record<string, unknown> | null; calls?: number } = {},
  ): Promise<void> {
    const moment = readAt ?? (await this.now());
    const body = { epoch, readAt: moment, records, cursor, calls };
    await this.#client(reportSweptPage, { params: { id: String(sweepId) }, body });
  }

  /** Reports pages that are read now, and the ends of these sweeps, in one call; answers which are lost. */
  async reportWhole(
    whole: readonly (readonly [HeldSweep, readonly SweptRecord[]])[],
  ): Promise<readonly number[]> {
    const readAt = await this.now();
    const reports = whole.map(([{ sweepId, epoch }, records]) => ({
      sweepId,
      epoch,
      page: { readAt, records, cursor: { page: 1 }, calls: 1 },
      end: { calls: 1 },
    }));
    return (await this.#client(reportSweeps, { body: { reports } })).lost;
  }

  async end({ sweepId, epoch }: HeldSweep, calls = 0): Promise<void> {
    await this.#client(endSweep, { params: { id: String(sweepId) }, body: { epoch, calls } });
  }

  async release({ sweepId, epoch }: HeldSweep, wait?: { ms: number; reason: string }): Promise<void> {
    const body = { epoch, ...(wait ? { wait } : {}) };
    await this.#client(releaseSweep, { params: { id: String(sweepId) }, body });
  }

  /** A whole sweep of one page. */
  async whole(
    connection: Pick<Connection, 'id'>,
    records: readonly SweptRecord[],
    pass: SweepPass = 'all',
    kind = 'contact',
  ): Promise<void> {
    const held = await this.of(connection, pass, kind);
    await this.page(held, records);
    await this.end(held);
  }

  /** A database time after everything stored so far, finer than the times that are sent. */
  async now(): Promise<string> {
    return new Date(Date.parse((await this.renew([])).renewedAt) + 1).toISOString();
  }

  /** The findings of a connection, oldest first. */
  findings({ id }: Pick<Connection, 'id'>): Promise<{ sourceId: string; verdict: string; name: string }[]> {
    return this.#orchestrator.db.forSystem((tx) =>
      tx.query<{ sourceId: string; verdict: string; name: string }>(
        `select source_id as "sourceId", verdict, name from sweep_findings where connection_id = $1 order by id`,
        [id],
      ),
    );
  }

  /** The stored states of a connection, in the order of their source ids. */
  states({ id }: Pick<Connection, 'id'>): Promise<{ sourceId: string; digest: string; unseen: boolean }[]> {
    return this.#orchestrator.db.forSystem((tx) =>
      tx.query<{ sourceId: string; digest: string; unseen: boolean }>(
        `select source_id as "sourceId", digest, unseen_at is not null as unseen from source_states
         where connection_id = $1 order by source_id`,
        [id],
      ),
    );
  }
}
