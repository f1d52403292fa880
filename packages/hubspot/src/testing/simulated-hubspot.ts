import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { createHubspotClient, type HubspotClient } from '../hubspot-client.ts';

type Simulation = Simulators['simulation'];
type Company = Parameters<Simulation['register']>[0];

export interface SimulatedHubspot extends AsyncDisposable {
  readonly client: HubspotClient;
  readonly simulation: Simulation;
  /** Does what people do in the portal, by the control API's paths below it. */
  byHand(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void>;
  /** Changes what the portal or its token was registered with. */
  register(change: Partial<Company>): void;
}

/** A client of the simulated HubSpot with one portal; a call times out after `timeoutMs`. */
export async function simulatedHubspot(timeoutMs = 5_000): Promise<SimulatedHubspot> {
  const company: Company = {
    companyId: 'ridge',
    acculynxApiKey: 'acculynx-key-0001',
    hubspotToken: 'pat-na1-token-0001',
    contacts: 0,
    jobs: 0,
  };
  const simulators = await startSimulators({
    companies: [company],
    settings: {
      hubspot: {
        latency: { baseMs: 0, perRecordMs: 0 },
        limits: { enabled: false },
        behaviour: { definitionLagMs: [0, 0] },
      },
    },
  });
  const { simulation, addresses } = simulators;
  const [portal] = simulation.portals;
  if (!portal) throw new Error('There is no portal');
  return {
    client: createHubspotClient({ baseUrl: addresses.hubspot, secret: company.hubspotToken, timeoutMs }),
    simulation,
    async byHand(method, path, body) {
      const url = `${addresses.control}/__sim/hubspot/${String(portal.portalId)}${path}`;
      const { ok, status } = await fetch(url, { method, body: JSON.stringify(body ?? {}) });
      if (!ok) throw new Error(`The control API answers ${String(status)}`);
    },
    register: (change) => void simulation.register({ ...company, ...change }),
    [Symbol.asyncDispose]: () => simulators.stop(),
  };
}
