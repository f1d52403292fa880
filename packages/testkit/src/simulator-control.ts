import type {
  DeliveryCounts,
  Fault,
  FaultReport,
  NewSourceJob,
  RequestCounter,
  SeenRequest,
  SourceChange,
  SourceContact,
  SourceContactChange,
  SourceDelivery,
  SourceJob,
  SourceJobChange,
  SourceLimitCounts,
  SourceListName,
  SourceMoment,
  SourcePlace,
  SourceShift,
  SourceStream,
  SourceStreamOptions,
  SourceSubscription,
  TargetArrivals,
  TargetAssociation,
  TargetObject,
  TargetPipeline,
  TargetRecord,
  TargetRequirement,
  TimedRequest,
} from './simulated-records.ts';

/** The simulators' control API, for arranging and asserting. */
export interface SimulatorControl {
  register(company: Readonly<Record<string, unknown>>): Promise<{ portalId: number; timeZone: string }>;
  /**
   * Adds a fault. Some disturb AccuLynx's listings, each after every `every`th page (and `after`, `times`,
   * `probability`) of `path: '/api/v2/contacts'` or `'/api/v2/jobs'`:
   * `{kind: 'shift', action: 'delete' | 'insert', at: 'front' | 'end' | 'random' | <position>, count}` moves the listing once
   * the page is made, `{kind: 'short-page', leaveOut, from: 'front' | 'end' | 'random'}` leaves records out of one answer,
   * `{kind: 'malform', ids, fields}` shows records with these fields, or null in their place; of jobs only,
   * `{kind: 'assign', assigned: true | false, at, count}` moves some from one of the two listings to the other.
   */
  addFault(fault: Fault): Promise<{ id: number }>;
  /** The faults in the order in which they were added. */
  faults(): Promise<FaultReport[]>;
  clearFaults(): Promise<void>;
  change(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** The counts of AccuLynx's limits over all companies and addresses. */
  sourceLimitCounts(): Promise<SourceLimitCounts>;
  /** Resets what both vendors' limits counted, including bans. */
  resetLimits(): Promise<void>;
  sourceContacts(companyId: string): Promise<SourceContact[]>;
  changeSourceContact(
    companyId: string,
    contactId: string,
    change: SourceContactChange,
  ): Promise<SourceContact>;
  /** Creates a contact now, generated except for the given fields. */
  createSourceContact(companyId: string, fields?: SourceContactChange): Promise<SourceContact>;
  /** Lets two contacts swap their primary email addresses, in a numbered change. */
  swapSourceEmails(companyId: string, ids: readonly [string, string]): Promise<void>;
  /** When each contact and job was created and changed, oldest first. */
  sourceMoments(companyId: string): Promise<SourceMoment[]>;
  /**
   * Inserts `count` (1) new records into a listing, consecutively at a place. Positions of jobs are those of the default
   * listing: assigned ones by moment of creation.
   */
  insertIntoSource(
    companyId: string,
    list: SourceListName,
    where?: { readonly at?: SourcePlace; readonly count?: number },
  ): Promise<SourceShift>;
  /** Deletes records by id, or `count` (1) of them at a place; ids that do not exist are missing from the answer. */
  deleteFromSource(
    companyId: string,
    list: SourceListName,
    which: { readonly at?: SourcePlace; readonly count?: number } | { readonly ids: readonly string[] },
  ): Promise<SourceShift>;
  /** The ids that a listing holds now, in its order; quick also for 50,000. */
  sourceIds(companyId: string, list: SourceListName): Promise<string[]>;
  /** Every shift of the company's listings after the given number, whatever caused it: control call, fault or API call. */
  sourceChanges(companyId: string, since?: number): Promise<SourceChange[]>;
  sourceJobs(companyId: string): Promise<SourceJob[]>;
  changeSourceJob(companyId: string, jobId: string, change: SourceJobChange): Promise<SourceJob>;
  /** Creates a job now, an assigned lead by default. */
  createSourceJob(companyId: string, fields?: NewSourceJob): Promise<SourceJob>;
  /** Starts a stream of changes and answers its id. */
  startStream(options: SourceStreamOptions): Promise<number>;
  stream(id: number): Promise<SourceStream>;
  deliveryCounts(): Promise<DeliveryCounts>;
  /** The newest events of a company, oldest first. */
  deliveries(companyId: string): Promise<SourceDelivery[]>;
  /** Sends the events that disturbances held back. */
  releaseDeliveries(): Promise<void>;
  subscriptions(companyId: string): Promise<SourceSubscription[]>;
  /** Disables a subscription as AccuLynx does after failed deliveries. */
  disableSubscription(companyId: string, id: string): Promise<void>;
  /** Deletes a subscription without an API call. */
  deleteSubscription(companyId: string, id: string): Promise<void>;
  /** Moves jobs between the unassigned and the assigned listing: by id, or `count` (1) at a place in the source listing. */
  assignSourceJobs(
    companyId: string,
    assigned: boolean,
    which: { readonly at?: SourcePlace; readonly count?: number } | { readonly ids: readonly string[] },
  ): Promise<SourceShift>;
  targetContacts(portalId: number): Promise<TargetRecord[]>;
  targetDeals(portalId: number): Promise<TargetRecord[]>;
  /** The records of any object, a custom one by its name. */
  targetRecords(portalId: number, object: string): Promise<TargetRecord[]>;
  /** When each record, archived ones too, got which numbers in a property; `by` is the property that names it. */
  targetArrivals(
    portalId: number,
    object: TargetObject,
    properties: { readonly property: string; readonly by: string },
  ): Promise<TargetArrivals[]>;
  /** Defines a custom object as the owner of the portal does; answers its type id in this portal. */
  defineObject(portalId: number, name: string): Promise<string>;
  targetAssociations(portalId: number, from: TargetObject, to: TargetObject): Promise<TargetAssociation[]>;
  /** Associates records as people do in HubSpot; each pair is of a record of `from` and one of `to`. */
  associateTargets(
    portalId: number,
    direction: { readonly from: string; readonly to: string },
    pairs: readonly { readonly from: string; readonly to: string }[],
  ): Promise<void>;
  /** The pipelines for deals. */
  targetPipelines(portalId: number): Promise<TargetPipeline[]>;
  /** Puts records into a portal as if they had always been there, without any check; answers their ids. */
  putTargets(
    portalId: number,
    object: TargetObject | 'notes',
    properties: readonly Readonly<Record<string, string>>[],
  ): Promise<string[]>;
  /** Changes a record as a person would in HubSpot: `{dealstage, pipeline}` moves a deal. */
  changeTarget(
    portalId: number,
    object: TargetObject,
    id: string,
    properties: Readonly<Record<string, string>>,
  ): Promise<TargetRecord>;
  /** The same without a trace in its history, as if HubSpot had lost a write. */
  loseTargetWrite(
    portalId: number,
    object: TargetObject,
    id: string,
    properties: Readonly<Record<string, string>>,
  ): Promise<TargetRecord>;
  archiveTarget(portalId: number, object: TargetObject, id: string): Promise<void>;
  /** Merges a record into another one; returns the id of the result, to which both former ids lead. */
  mergeTarget(portalId: number, object: TargetObject, id: string, into: string): Promise<string>;
  /** Deletes a pipeline of deals, or one of its stages, with any contents. */
  deletePipeline(portalId: number, pipelineId: string, stageId?: string): Promise<void>;
  /** Sets the admins' rules for deals, which HubSpot enforces from version 2026-09 on. */
  requireOfDeals(portalId: number, requirements: readonly TargetRequirement[]): Promise<void>;
  /** The values of an enumeration's options, in their order. */
  targetOptions(portalId: number, object: TargetObject, property: string): Promise<string[]>;
  /** Replaces the options of an enumeration, as if they had always been these. */
  setTargetOptions(
    portalId: number,
    object: TargetObject,
    property: string,
    values: readonly string[],
  ): Promise<void>;
  /** Creates or replaces a property of any form immediately, without any check. */
  putProperty(
    portalId: number,
    object: TargetObject,
    name: string,
    definition: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Leaves the company's HubSpot token every scope that the product asks for but these. */
  withoutScopes(companyId: string, without: readonly string[]): Promise<void>;
  /** The company's requests since the given number, oldest first. */
  requests(companyId: string, since?: number): Promise<SeenRequest[]>;
  /** The requests of all companies since the given number, oldest first, as far as the log still has them. */
  allRequests(since?: number): Promise<TimedRequest[]>;
  /** Counts by vendor, method and route of all companies; exact also for what the log dropped. */
  requestCounters(): Promise<RequestCounter[]>;
}

interface TargetProperty {
  readonly name: string;
  readonly options?: readonly { readonly value: string }[];
}

/** Opens the control API at an address. */
export function simulatorControl(address: string): SimulatorControl {
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${address}/__sim${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  return {
    register: (company) => send('POST', '/companies', company),
    addFault: (fault) => send('POST', '/faults', fault),
    faults: () => send('GET', '/faults'),
    clearFaults: () => send('DELETE', '/faults'),
    change: (settings) => send('PUT', '/settings', settings),
    sourceLimitCounts: async () => {
      const { counts } = await send<{ counts: { acculynx: SourceLimitCounts } }>('GET', '/limits');
      return counts.acculynx;
    },
    resetLimits: () => send('PUT', '/limits', {}),
    sourceContacts: (companyId) => send('GET', `/acculynx/${companyId}/contacts`),
    changeSourceContact: (companyId, contactId, change) =>
      send('PATCH', `/acculynx/${companyId}/contacts/${contactId}`, change),
    createSourceContact: (companyId, fields = {}) =>
      send('POST', `/acculynx/${companyId}/contacts/new`, fields),
    swapSourceEmails: async (companyId, ids) => {
      await send('POST', `/acculynx/${companyId}/contacts/swap-emails`, { ids, numbered: true });
    },
    sourceMoments: (companyId) => send('GET', `/acculynx/${companyId}/changed`),
    insertIntoSource: (companyId, list, where = {}) => send('POST', `/acculynx/${companyId}/${list}`, where),
    deleteFromSource: (companyId, list, which) =>
      send('POST', `/acculynx/${companyId}/${list}/delete`, which),
    sourceIds: (companyId, list) => send('GET', `/acculynx/${companyId}/${list}/ids`),
    sourceChanges: (companyId, since = 0) => send('GET', `/acculynx/${companyId}/changes?since=${since}`),
    sourceJobs: (companyId) => send('GET', `/acculynx/${companyId}/jobs`),
    changeSourceJob: (companyId, jobId, change) =>
      send('PATCH', `/acculynx/${companyId}/jobs/${jobId}`, change),
    createSourceJob: (companyId, fields = {}) => send('POST', `/acculynx/${companyId}/jobs/new`, fields),
    startStream: async (options) => (await send<{ id: number }>('POST', '/streams', options)).id,
    stream: (id) => send('GET', `/streams/${id}`),
    deliveryCounts: () => send('GET', '/deliveries'),
    deliveries: (companyId) => send('GET', `/acculynx/${companyId}/deliveries`),
    releaseDeliveries: () => send('POST', '/deliveries/releases'),
    subscriptions: (companyId) => send('GET', `/acculynx/${companyId}/subscriptions`),
    disableSubscription: (companyId, id) =>
      send('PATCH', `/acculynx/${companyId}/subscriptions/${id}`, { enabled: false }),
    deleteSubscription: (companyId, id) => send('DELETE', `/acculynx/${companyId}/subscriptions/${id}`),
    assignSourceJobs: (companyId, assigned, which) =>
      send('POST', `/acculynx/${companyId}/jobs/${assigned ? 'assign' : 'unassign'}`, which),
    targetContacts: (portalId) => send('GET', `/hubspot/${portalId}/contacts`),
    targetDeals: (portalId) => send('GET', `/hubspot/${portalId}/deals`),
    targetRecords: (portalId, object) => send('GET', `/hubspot/${portalId}/${object}`),
    targetArrivals: (portalId, object, properties) =>
      send('GET', `/hubspot/${portalId}/${object}/arrivals?${new URLSearchParams(properties).toString()}`),
    defineObject: async (portalId, name) => {
      const path = `/hubspot/${portalId}/objects`;
      return (await send<{ objectTypeId: string }>('POST', path, { name })).objectTypeId;
    },
    targetAssociations: (portalId, from, to) =>
      send('GET', `/hubspot/${portalId}/associations/${from}/${to}`),
    associateTargets: (portalId, { from, to }, inputs) =>
      send('POST', `/hubspot/${portalId}/associations/${from}/${to}`, { inputs }),
    targetPipelines: (portalId) => send('GET', `/hubspot/${portalId}/pipelines/deals`),
    putTargets: async (portalId, object, properties) => {
      const inputs = properties.map((each) => ({ properties: each }));
      return (await send<{ ids: string[] }>('POST', `/hubspot/${portalId}/${object}`, { inputs })).ids;
    },
    changeTarget: (portalId, object, id, properties) =>
      send('PATCH', `/hubspot/${portalId}/${object}/${id}`, { properties }),
    loseTargetWrite: (portalId, object, id, properties) =>
      send('POST', `/hubspot/${portalId}/${object}/${id}/lost-writes`, { properties }),
    archiveTarget: (portalId, object, id) => send('DELETE', `/hubspot/${portalId}/${object}/${id}`),
    mergeTarget: async (portalId, object, id, into) =>
      (await send<{ id: string }>('POST', `/hubspot/${portalId}/${object}/${id}/merge`, { into })).id,
    deletePipeline: (portalId, pipelineId, stageId) => {
      const stage = stageId === undefined ? '' : `/stages/${stageId}`;
      return send('DELETE', `/hubspot/${portalId}/pipelines/deals/${pipelineId}${stage}`);
    },
    requireOfDeals: (portalId, requirements) =>
      send('PUT', `/hubspot/${portalId}/requirements/deals`, requirements),
    targetOptions: async (portalId, object, property) => {
      const path = `/hubspot/${portalId}/properties/${object}`;
      const properties = await send<TargetProperty[]>('GET', path);
      const { options = [] } = properties.find(({ name }) => name === property) ?? {};
      return options.map(({ value }) => value);
    },
    setTargetOptions: (portalId, object, property, values) =>
      send('PUT', `/hubspot/${portalId}/properties/${object}/${property}/options`, { values }),
    putProperty: (portalId, object, name, definition) =>
      send('PUT', `/hubspot/${portalId}/properties/${object}/${name}`, definition),
    withoutScopes: (companyId, without) => send('PUT', `/companies/${companyId}/scopes`, { without }),
    requestCounters: async () =>
      (await send<{ counters: RequestCounter[] }>('GET', '/requests/counts')).counters,
    allRequests: async (since = 0) =>
      (await send<{ requests: TimedRequest[] }>('GET', `/requests?since=${String(since)}`)).requests,
    requests: async (companyId, since = 0) => {
      const query = new URLSearchParams({ companyId, since: String(since) });
      return (await send<{ requests: SeenRequest[] }>('GET', `/requests?${query.toString()}`)).requests;
    },
  };
}

/** Requests that change records or associations in HubSpot; batch reads and searches are not among them. */
export function writesTo(requests: readonly SeenRequest[]): SeenRequest[] {
  return requests.filter(
    ({ vendor, method, path }) =>
      vendor === 'hubspot' &&
      method !== 'GET' &&
      /\/(objects|associations)\//.test(path) &&
      !/\/(batch\/read|search)$/.test(path),
  );
}
