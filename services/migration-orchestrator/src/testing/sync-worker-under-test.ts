import type { AnswerOf, ApiClient, CallInput } from '@ridgeline/contracts';
import {
  claimSync,
  findSyncOpenValues,
  findSyncReferences,
  findWaitingRecords,
  noteCreatedRecords,
  noteExistingRecords,
  releaseSync,
  renewSyncs,
  resolveSyncIdentities,
  storeSyncPlan,
  takeRound,
  type BatchPlan,
  type SyncRound,
} from '@ridgeline/contracts/internal';
import { OutcomeKind, RoundResult, topics, type Absence, type SyncReportSchema } from '@ridgeline/events';
import type { EventHandler, HandlerResult } from '@ridgeline/kafka';
import { newId } from '@ridgeline/kit';
import { receivedEvent, type EventValue } from './received-event.ts';
import { aCreate } from './worker-under-test.ts';

type CallBody = NonNullable<CallInput<typeof takeRound>['body']>;

type Report = EventValue<typeof SyncReportSchema>['report'];

/** A record as a worker reports it: its outcome, or the reason of a failure. */
export type Outcome =
  | OutcomeKind
  | { readonly kind: OutcomeKind; readonly reason: string }
  /** With marks of the values that HubSpot has: of all values, unless they are added to earlier marks. */
  | { readonly kind: OutcomeKind; readonly written: string; readonly adds?: boolean };

/** A sync as a worker holds it. */
export interface HeldSync {
  readonly syncId: number;
  readonly epoch: number;
}

/** A round that a worker has taken. */
export interface HeldRound extends HeldSync {
  readonly round: SyncRound;
}

/** Plays the worker's side of auto-sync: HTTP for questions, events for reports. */
export class SyncWorkerUnderTest {
  readonly processId = newId();
  readonly #client: ApiClient;
  readonly #handle: EventHandler<typeof SyncReportSchema>;

  constructor(client: ApiClient, handle: EventHandler<typeof SyncReportSchema>) {
    this.#client = client;
    this.#handle = handle;
  }

  get #identity() {
    return { processId: this.processId, serverInstanceId: 'worker-1', pid: 4711 };
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

  /** A round in addition to those in hand; if these are not reported, as for a worker of the previous release. */
  take(
    { syncId, epoch }: HeldSync,
    inHand?: readonly HeldRound[],
    { heedsChecks = true, readAhead = [] }: Partial<Pick<CallBody, 'heedsChecks' | 'readAhead'>> = {},
  ): Promise<AnswerOf<typeof takeRound>> {
    const rounds = inHand?.map(({ round }) => round.round);
    const body = { epoch, heedsChecks, readAhead, ...(rounds ? { inHand: rounds } : {}) };
    return this.#client(takeRound, { params: { id: String(syncId) }, body });
  }

  async waiting(held: HeldRound): Promise<readonly string[]> {
    const params = this.#paramsOf(held);
    return (await this.#client(findWaitingRecords, { params, body: { epoch: held.epoch } })).sourceIds;
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

  noteCreated(
    held: HeldRound,
    sourceIds: readonly string[],
    days: { readonly from: string; readonly until: string | null },
  ): Promise<unknown> {
    return this.#client(noteCreatedRecords, {
      params: this.#paramsOf(held),
      body: { epoch: held.epoch, sourceIds, ...days },
    });
  }

  plan(
    held: HeldRound,
    batch: number,
    records: BatchPlan['records'],
    {
      kind = 'contact',
      pass = 'records',
      revision = 1,
      ...times
    }: Partial<Pick<BatchPlan, 'kind' | 'pass' | 'revision'>> & {
      readonly readAt?: string;
      readonly readLater?: Record<string, string>;
    } = {},
  ): Promise<AnswerOf<typeof storeSyncPlan>> {
    const params = { ...this.#paramsOf(held), batch: String(batch) };
    const body = { epoch: held.epoch, revision, kind, pass, cursor: null, records, ...times };
    return this.#client(storeSyncPlan, { params, body });
  }

  openValues(held: HeldRound, kind = 'contact', after = 0) {
    return this.#client(findSyncOpenValues, {
      params: this.#paramsOf(held),
      body: { epoch: held.epoch, kind, after },
    });
  }

  async references(held: HeldRound, kind = 'job') {
    const params = this.#paramsOf(held);
    const body = { epoch: held.epoch, kind, after: 0 };
    return (await this.#client(findSyncReferences, { params, body })).references;
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
        const { kind, ...facts } = typeof outcome === 'object' ? outcome : { kind: outcome };
        const reason = 'reason' in facts ? facts.reason : 'some_reason';
        const marks =
          'written' in facts
            ? { written: Buffer.from(facts.written), writtenWhole: facts.adds !== true }
            : {};
        const inHubspot = kind !== OutcomeKind.SKIPPED && kind !== OutcomeKind.FAILED;
        return {
          sourceId,
          kind,
          hubspotId: inHubspot ? `hs-${sourceId}` : '',
          reason: inHubspot ? '' : reason,
          name: `Name ${sourceId}`,
          ...marks,
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
  async copy(held: HeldRound, outcome?: Outcome): Promise<void> {
    await this.copyBatch(held, outcome);
    await this.roundDone(held);
  }

  /** Copies all records of a round with one outcome; its end is still to come. */
  async copyBatch(held: HeldRound, outcome: Outcome = OutcomeKind.CREATED): Promise<void> {
    const ids = held.round.records.map(({ sourceId }) => sourceId);
    await this.plan(
      held,
      1,
      ids.map((id) => aCreate(id)),
      { kind: kindOf(held) },
    );
    await this.batchDone(held, 1, Object.fromEntries(ids.map((id) => [id, outcome])));
  }

  report(
    { syncId, epoch, round }: HeldRound,
    report: NonNullable<Report>,
    eventId = newId(),
  ): Promise<HandlerResult> {
    const value = { syncId, epoch, processId: this.processId, round: round.round, report };
    return this.#handle(
      receivedEvent(topics.syncReport, { companyId: round.companyId, key: syncId, value, eventId }),
    );
  }

  #paramsOf({ syncId, round }: HeldRound) {
    return { id: String(syncId), round: String(round.round) };
  }
}

const kindOf = ({ round: { migrationType } }: HeldRound): string =>
  migrationType === 'contacts' ? 'contact' : 'job';
