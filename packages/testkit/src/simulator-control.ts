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

/** The simulators' control API, for arranging and asserting. */
export interface SimulatorControl {
  register(company: Readonly<Record<string, unknown>>): Promise<{ portalId: number }>;
  addFault(fault: Fault): Promise<{ id: number }>;
  clearFaults(): Promise<void>;
  change(settings: Readonly<Record<string, unknown>>): Promise<void>;
  sourceContacts(companyId: string): Promise<SourceContact[]>;
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
    clearFaults: () => send('DELETE', '/faults'),
    change: (settings) => send('PUT', '/settings', settings),
    sourceContacts: (companyId) => send('GET', `/acculynx/${companyId}/contacts`),
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
