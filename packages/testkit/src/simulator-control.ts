/** A contact as the AccuLynx simulator holds it: what a check of a migration needs of it. */
export interface SourceContact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly emailAddresses: readonly { readonly address: string; readonly primary: boolean }[];
}

/** A record as the HubSpot simulator holds it, with how often it was written. */
export interface TargetRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly properties: Readonly<Record<string, string | null>>;
}

/** A request that reached a vendor's simulator. */
export interface SeenRequest {
  readonly number: number;
  readonly vendor: 'acculynx' | 'hubspot';
  readonly method: string;
  readonly path: string;
  readonly inputs: number | null;
  readonly status: number | null;
  readonly companyId: string | null;
}

/** A fault as the control API takes it (see the index at `/__sim`). */
export type Fault = Readonly<Record<string, unknown>> & { readonly vendor: SeenRequest['vendor'] };

/** A listing of AccuLynx's that can shift while it is read. */
export type SourceListName = 'contacts' | 'jobs';

/** Where in a listing something happens: a number is a position from 0; one beyond the end means the end. */
export type SourcePlace = 'front' | 'end' | number;

/** One shift of a listing: the records that came or went, numbered upwards from 1 over both lists of a company. */
export interface SourceChange {
  readonly number: number;
  readonly list: SourceListName;
  readonly action: 'inserted' | 'deleted';
  readonly ids: readonly string[];
}

/** A shift that a test brought about, with how many records the listing holds after it. */
export interface SourceShift extends SourceChange {
  readonly count: number;
}

/** How often a fault was offered a request and how often it struck. */
export interface FaultReport {
  readonly id: number;
  readonly matched: number;
  readonly struck: number;
  readonly active: boolean;
}

/** What AccuLynx's limits did since they were reset: by key, by a company's writes, and by address. */
export interface SourceLimitCounts {
  /** Calls that the limits per second let through. */
  readonly admitted: number;
  readonly key429: number;
  readonly write429: number;
  /** How often an address was shut out; the call that brought it about counts here alone. */
  readonly bans: number;
  /** Calls that came from an address while it was shut out. */
  readonly callsDuringBan: number;
}

/** The simulators' control API, for arranging and asserting. */
export interface SimulatorControl {
  register(company: Readonly<Record<string, unknown>>): Promise<{ portalId: number }>;
  /**
   * Adds a fault. Two of them disturb AccuLynx's listings, each after every `every`th page (and `after`, `times`,
   * `probability`) of `path: '/api/v2/contacts'` or `'/api/v2/jobs'`:
   * `{kind: 'shift', action: 'delete' | 'insert', at: 'front' | 'end' | 'random' | <position>, count}` moves the listing once
   * the page is made, `{kind: 'short-page', leaveOut, from: 'front' | 'end' | 'random'}` leaves records out of one answer.
   */
  addFault(fault: Fault): Promise<{ id: number }>;
  /** The faults in the order of their adding. */
  faults(): Promise<FaultReport[]>;
  clearFaults(): Promise<void>;
  change(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** The counts of AccuLynx's limits over all companies and addresses. */
  sourceLimitCounts(): Promise<SourceLimitCounts>;
  /** Forgets what both vendors' limits counted, bans too. */
  resetLimits(): Promise<void>;
  sourceContacts(companyId: string): Promise<SourceContact[]>;
  /**
   * Puts `count` (1) new records into a listing, side by side at a place. Positions of jobs are those of the default listing:
   * assigned ones by moment of creation.
   */
  insertIntoSource(
    companyId: string,
    list: SourceListName,
    where?: { readonly at?: SourcePlace; readonly count?: number },
  ): Promise<SourceShift>;
  /** Deletes records by id, or `count` (1) of them at a place; ids that are not there are no part of the answer. */
  deleteFromSource(
    companyId: string,
    list: SourceListName,
    which: { readonly at?: SourcePlace; readonly count?: number } | { readonly ids: readonly string[] },
  ): Promise<SourceShift>;
  /** The ids that a listing holds now, in its order; quick also for 50,000. */
  sourceIds(companyId: string, list: SourceListName): Promise<string[]>;
  /** Every shift of the company's listings after the given number, by whom it ever was: control call, fault or API call. */
  sourceChanges(companyId: string, since?: number): Promise<SourceChange[]>;
  targetContacts(portalId: number): Promise<TargetRecord[]>;
  /** The company's requests since the given number, oldest first. */
  requests(companyId: string, since?: number): Promise<SeenRequest[]>;
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
    insertIntoSource: (companyId, list, where = {}) => send('POST', `/acculynx/${companyId}/${list}`, where),
    deleteFromSource: (companyId, list, which) =>
      send('POST', `/acculynx/${companyId}/${list}/delete`, which),
    sourceIds: (companyId, list) => send('GET', `/acculynx/${companyId}/${list}/ids`),
    sourceChanges: (companyId, since = 0) => send('GET', `/acculynx/${companyId}/changes?since=${since}`),
    targetContacts: (portalId) => send('GET', `/hubspot/${portalId}/contacts`),
    requests: async (companyId, since = 0) => {
      const query = new URLSearchParams({ companyId, since: String(since) });
      return (await send<{ requests: SeenRequest[] }>('GET', `/requests?${query.toString()}`)).requests;
    },
  };
}

/** Requests that change something in HubSpot; batch reads are not among them. */
export function writesTo(requests: readonly SeenRequest[]): SeenRequest[] {
  return requests.filter(
    ({ vendor, method, path }) =>
      vendor === 'hubspot' && method !== 'GET' && path.includes('/objects/') && !path.endsWith('/batch/read'),
  );
}
