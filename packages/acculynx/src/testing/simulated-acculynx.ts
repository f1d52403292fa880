import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { createAcculynxClient, type AcculynxClient } from '../acculynx-client.ts';

/** The one company's id at the simulators. */
export const company = 'ridge';

export interface SimulatedAcculynx extends AsyncDisposable {
  readonly client: AcculynxClient;
  readonly simulation: Simulators['simulation'];
  /** The company's settings lists, as its users edit them. */
  readonly settings: NonNullable<ReturnType<Simulators['simulation']['company']>>['data']['settings'];
}

/** A client of the simulated AccuLynx with one company; a call times out after `timeoutMs`. */
export async function simulatedAcculynx(timeoutMs = 5_000): Promise<SimulatedAcculynx> {
  const acculynxApiKey = 'acculynx-key-0001';
  const simulators = await startSimulators({
    companies: [{ companyId: company, acculynxApiKey, hubspotToken: 'pat-na1-0001', contacts: 0, jobs: 0 }],
    settings: { acculynx: { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: false } } },
  });
  const { simulation, addresses } = simulators;
  const settings = simulation.company(company)?.data.settings;
  if (!settings) throw new Error('The company is not registered');
  return {
    client: createAcculynxClient({ baseUrl: addresses.acculynx, secret: acculynxApiKey, timeoutMs }),
    simulation,
    settings,
    [Symbol.asyncDispose]: () => simulators.stop(),
  };
}
