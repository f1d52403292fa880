import type { AnswerOf, ApiClient } from '@ridgeline/contracts';
import {
  claimRun,
  findChosenRecords,
  findFollowedPlan,
  findOpenValues,
  findPlannedNew,
  findReferences,
  findUndone,
  findWrittenRecords,
  releaseRun,
  renewLeases,
  reportAddedOptions,
  reportLookAlikes,
  resolveIdentities,
  storePlan,
  type AddedOptions,
  type BatchPlan,
  type Claim,
  type LookAlikes,
  type PlannedRecord,
} from '@ridgeline/contracts/internal';
import {
  decodeValue,
  OutcomeKind,
  outgoingEvent,
  RunResult,
  topics,
  type RunReportSchema,
} from '@ridgeline/events';
import type { EventHandler, HandlerResult } from '@ridgeline/kafka';
import { newId } from '@ridgeline/kit';

type Report = Parameters<typeof outgoingEvent<typeof RunReportSchema>>[1]['value']['report'];
type Identities = AnswerOf<typeof resolveIdentities>['records'];

/** A run as a worker holds it. */
export interface Held {
  readonly migrationId: number;
  readonly epoch: number;
}

type OutcomeTexts = Record<'name' | 'message' | 'detail' | 'field', string>;

/** What a report contains in addition to its outcomes. */
interface ReportOptions {
  readonly eventId?: string;
  /** Whether it belongs to a dry run, whose created records have no HubSpot id. */
  readonly foreseen?: boolean;
  /** For skipped and failed records. */
  readonly reason?: string;
  /** What else is reported about some records, by source id. */
  readonly facts?: Readonly<Record<string, Partial<OutcomeTexts>>>;
  /** Codes by source id. */
  readonly warnings?: Readonly<Record<string, string[]>>;
}

/** A record that is planned to be created, and the unique value that it claims. */
export const aCreate = (sourceId: string, key?: string): PlannedRecord => ({
  sourceId,
  name: `Name ${sourceId}`,
  warnings: [],
  action: 'create',
  properties: { lastname: sourceId },
  ...(key === undefined ? {} : { key }),
});

/** A planned record with changes of these values. */
export const anUpdate = (
  sourceId: string,
  before: Record<string, string | null>,
  after: Record<string, string>,
): PlannedRecord => ({
  sourceId,
  name: `Name ${sourceId}`,
  warnings: [],
  action: 'update',
  hubspotId: `hs-${sourceId}`,
  before,
  after,
});

/** A planned record that is created without its email, because another contact has it. */
export const aCreateWithout = (sourceId: string, email: string): PlannedRecord => ({
  ...aCreate(sourceId),
  deferred: { property: 'email', value: email, name: `Name ${sourceId}`, properties: {} },
});

/** A planned job that is created and refers to these contacts; the first one is its primary one. */
export const aJob = (sourceId: string, contacts: readonly string[]): PlannedRecord => ({
  ...aCreate(sourceId),
  name: `Job ${sourceId}`,
  references: contacts.map((contact, index) => ({
    kind: 'contact',
    sourceId: contact,
    isPrimary: index === 0,
  })),
});

/** Plays the worker's side of the protocol: HTTP for questions, events for reports. */
export class WorkerUnderTest {
  readonly processId = newId();
  readonly #client: ApiClient;
  readonly #handle: EventHandler<typeof RunReportSchema>;
  readonly #companyOf: (migrationId: number) => string;

  constructor(
    client: ApiClient,
    handle: EventHandler<typeof RunReportSchema>,
    companyOf: (migrationId: number) => string,
  ) {
    this.#client = client;
    this.#handle = handle;
    this.#companyOf = companyOf;
  }

  get #identity() {
    return { processId: this.processId, serverInstanceId: 'worker-1', pid: 4711 };
  }

  /** Workers of the previous release do not support purposes. */
  claim(migrationId: number, attempt = 1, knowsPurposes = true): Promise<Claim> {
    return this.#client(claimRun, {
      params: { id: String(migrationId) },
      body: { ...this.#identity, attempt, knowsPurposes },
    });
  }

  renew(runs: readonly Held[], freeSlots = 0): Promise<AnswerOf<typeof renewLeases>> {
    return this.#client(renewLeases, {
      body: {
        ...this.#identity,
        freeSlots,
        runs: runs.map(({ migrationId, epoch }) => ({ migrationId, epoch })),
      },
    });
  }

  release({ migrationId, epoch }: Held, wait?: { ms: number; reason: string }): Promise<unknown> {
    const body = { epoch, ...(wait ? { wait } : {}) };
    return this.#client(releaseRun, { params: { id: String(migrationId) }, body });
  }

  async identities(
    { migrationId, epoch }: Held,
    records: { sourceId: string; key: string | null }[],
    kind = 'contact',
  ): Promise<Identities> {
    const params = { id: String(migrationId) };
    return (await this.#client(resolveIdentities, { params, body: { epoch, kind, records } })).records;
  }

  plan(
    { migrationId, epoch }: Held,
    batch: number,
    records: PlannedRecord[],
    revision = 1,
    {
      kind = 'contact',
      pass = 'records',
      readAt,
      heedsOthers = true,
    }: Partial<Pick<BatchPlan, 'kind' | 'pass'>> & {
      readonly readAt?: string;
      readonly heedsOthers?: boolean;
    } = {},
  ): Promise<AnswerOf<typeof storePlan>> {
    const params = { id: String(migrationId), batch: String(batch) };
    const cursor = { position: batch };
    const body = { epoch, revision, kind, pass, cursor, records, heedsOthers };
    return this.#client(storePlan, { params, body: { ...body, ...(readAt ? { readAt } : {}) } });
  }

  /** The deferred values that can be given now. */
  openValues({ migrationId, epoch }: Held, after = 0, kind = 'contact') {
    const params = { id: String(migrationId) };
    return this.#client(findOpenValues, { params, body: { epoch, kind, after } });
  }

  /** How the dry run, whose plan the run writes, planned these records. */
  async followedPlan({ migrationId, epoch }: Held, sourceIds: string[], kind = 'contact') {
    const params = { id: String(migrationId) };
    return (await this.#client(findFollowedPlan, { params, body: { epoch, kind, sourceIds } })).records;
  }

  /** The associations that the written records of a kind need. */
  references({ migrationId, epoch }: Held, after = 0, kind = 'job') {
    const params = { id: String(migrationId) };
    return this.#client(findReferences, { params, body: { epoch, kind, after } });
  }

  /** What a retry copies. */
  chosenRecords({ migrationId, epoch }: Held, after = 0) {
    const params = { id: String(migrationId) };
    return this.#client(findChosenRecords, { params, body: { epoch, after } });
  }

  /** What the run has planned to create. */
  plannedNew({ migrationId, epoch }: Held, after = 0, kind = 'contact') {
    const params = { id: String(migrationId) };
    return this.#client(findPlannedNew, { params, body: { epoch, kind, after } });
  }

  /** Reports records that look like records of HubSpot. */
  async reportLookAlikes(
    { migrationId, epoch }: Held,
    records: readonly LookAlikes[],
    kind = 'contact',
  ): Promise<void> {
    await this.#client(reportLookAlikes, {
      params: { id: String(migrationId) },
      body: { epoch, kind, records },
    });
  }

  /** Reports options that the run added, or would add. */
  async reportAddedOptions({ migrationId, epoch }: Held, added: AddedOptions): Promise<void> {
    await this.#client(reportAddedOptions, {
      params: { id: String(migrationId) },
      body: { epoch, ...added },
    });
  }

  /** What the migration wrote that this run undoes. */
  written({ migrationId, epoch }: Held, before: number | null = null, kind = 'contact') {
    const params = { id: String(migrationId) };
    return this.#client(findWrittenRecords, { params, body: { epoch, kind, before } });
  }

  /** The HubSpot records among these that this run has removed or spared. */
  undone({ migrationId, epoch }: Held, hubspotIds: readonly string[]) {
    const params = { id: String(migrationId) };
    return this.#client(findUndone, { params, body: { epoch, hubspotIds } });
  }

  /** Plans the creation of these records. */
  planCreates(run: Held, batch: number, sourceIds: string[], kind = 'contact'): Promise<unknown> {
    const records = sourceIds.map((sourceId) => aCreate(sourceId));
    return this.plan(run, batch, records, 1, { kind });
  }

  /** Reports a batch as done, each record with its outcome; HubSpot ids are derived from source ids. */
  batchDone(
    run: Held,
    batch: number,
    outcomes: Record<string, OutcomeKind>,
    { eventId, foreseen = false, reason = 'some_reason', warnings = {}, facts = {} }: ReportOptions = {},
  ): Promise<HandlerResult> {
    const inHubspot = (kind: OutcomeKind) => kind !== OutcomeKind.SKIPPED && kind !== OutcomeKind.FAILED;
    const value = {
      batch,
      outcomes: Object.entries(outcomes).map(([sourceId, kind]) => ({
        sourceId,
        kind,
        hubspotId: inHubspot(kind) && !(foreseen && kind === OutcomeKind.CREATED) ? `hs-${sourceId}` : '',
        reason: inHubspot(kind) ? '' : reason,
        warnings: warnings[sourceId] ?? [],
        ...{ name: `Name ${sourceId}`, ...facts[sourceId] },
      })),
    };
    return this.report(run, { case: 'batchDone', value }, eventId);
  }

  progress(run: Held, targetCount: number, waitingFor = '', waitingUntil = ''): Promise<HandlerResult> {
    return this.report(run, { case: 'progress', value: { targetCount, waitingFor, waitingUntil } });
  }

  finish(
    run: Held,
    sourceCount: number,
    result: RunResult = RunResult.COMPLETED,
    failureMessage = '',
  ): Promise<HandlerResult> {
    return this.report(run, { case: 'finished', value: { result, sourceCount, failureMessage } });
  }

  report(
    { migrationId, epoch }: Held,
    report: NonNullable<Report>,
    eventId = newId(),
  ): Promise<HandlerResult> {
    const topic = topics.migrationReport;
    const event = outgoingEvent(topic, {
      key: String(migrationId),
      value: { migrationId, epoch, processId: this.processId, report },
      envelope: { id: eventId, time: new Date().toISOString(), companyId: this.#companyOf(migrationId) },
    });
    return this.#handle({ ...event, value: decodeValue(topic, event.value) });
  }
}
