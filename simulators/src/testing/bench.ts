import { ManualClock } from '../determinism/clock.ts';
import type { CompanyInput } from '../configuration/company-spec.ts';
import { startSimulators, type SimulatorOptions, type Simulators } from '../simulators.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, for `toMatchObject`; null when it is none. */
  readonly body: unknown;
}

const KEY = 'acculynx-key-0001';
const TOKEN = 'pat-na1-token-0001';

/** The path of the contacts' property definitions. */
export const PROPERTIES = '/crm/properties/2026-03/contacts';

/** The body that creates an enumeration property; `extra` replaces fields. */
export const material = (options: string[], extra: object = {}) => ({
  name: 'roof_material',
  label: 'Roof material',
  type: 'enumeration',
  fieldType: 'select',
  groupName: 'contactinformation',
  options: options.map((value) => ({ label: value, value })),
  ...extra,
});

/** Simulators with one company, a clock that a test moves, and no latency; and short ways to call them. */
export class Bench implements AsyncDisposable {
  readonly simulators: Simulators;
  readonly clock: ManualClock;

  constructor(simulators: Simulators, clock: ManualClock) {
    this.simulators = simulators;
    this.clock = clock;
  }

  get portalId(): number {
    return this.simulators.simulation.portals[0]?.portalId ?? 0;
  }

  acculynx(
    path: string,
    { method = 'GET', body, key = KEY }: { method?: string; body?: unknown; key?: string } = {},
  ) {
    return send(`${this.simulators.addresses.acculynx}/api/v2${path}`, method, body, key);
  }

  /** A call of AccuLynx's management of webhooks. */
  webhooks(method: string, path: string, body?: unknown) {
    return send(`${this.simulators.addresses.acculynx}/webhooks/v2${path}`, method, body, KEY);
  }

  hubspot(method: string, path: string, body?: unknown, token = TOKEN) {
    return send(`${this.simulators.addresses.hubspot}${path}`, method, body, token);
  }

  /** A call of the contacts' objects API in the version that the product uses. */
  contacts(method: string, path: string, body?: unknown) {
    return this.hubspot(method, `/crm/objects/2026-03/contacts${path}`, body);
  }

  control(method: string, path: string, body?: unknown) {
    return send(`${this.simulators.addresses.control}/__sim${path}`, method, body, null);
  }

  /** Creates a text property that is unique, as the product's source ids are. */
  async uniqueProperty(name: string): Promise<void> {
    await this.hubspot('POST', '/crm/properties/2026-03/contacts', {
      name,
      label: name,
      type: 'string',
      fieldType: 'text',
      groupName: 'contactinformation',
      hasUniqueValue: true,
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.simulators.stop();
  }
}

async function send(url: string, method: string, body: unknown, token: string | null): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Starts a bench; limits are off unless the test is about them. */
export async function startBench(
  options: SimulatorOptions & { readonly company?: Partial<CompanyInput>; readonly limits?: boolean } = {},
): Promise<Bench> {
  const clock = new ManualClock();
  const { company = {}, limits = false, settings = {}, ...rest } = options;
  const simulators = await startSimulators({
    contactsPerCompany: 120,
    jobsPerCompany: 60,
    clock,
    companies: [{ companyId: 'ridge', acculynxApiKey: KEY, hubspotToken: TOKEN, ...company }],
    ...rest,
  });
  const still = { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: limits } };
  simulators.simulation.change({ acculynx: still, hubspot: still });
  simulators.simulation.change(settings);
  return new Bench(simulators, clock);
}
