import { accuLynxCompany, type AccuLynxCompany } from './acculynx/company.ts';
import type { Clock } from './clock.ts';
import { companySchema, type CompanyInput, type CompanySpec } from './companies.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { Portal } from './hubspot/portal.ts';
import { AccuLynxLimits } from './limits/acculynx-limits.ts';
import { HubSpotLimits } from './limits/hubspot-limits.ts';
import { RequestLog } from './requests/request-log.ts';
import { hashText, mix } from './seed/random.ts';
import { changedSettings, settingsSchema, type Settings, type SettingsInput } from './settings.ts';

export interface SimulationOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly contactsPerCompany: number;
  readonly jobsPerCompany: number;
  readonly settings?: SettingsInput | undefined;
}

/** Everything the simulated vendors know, apart from any server: the state behind the APIs and the control API. */
export class Simulation {
  readonly clock: Clock;
  readonly log = new RequestLog();
  readonly faults: FaultPlan;
  settings: Settings;
  seed: number;
  accuLynxLimits = new AccuLynxLimits();
  hubSpotLimits = new HubSpotLimits();
  readonly #sizes: { readonly contacts: number; readonly jobs: number };
  readonly #specs = new Map<string, CompanySpec>();
  readonly #companies = new Map<string, AccuLynxCompany>();
  readonly #portals = new Map<number, Portal>();
  readonly #keys = new Map<string, AccuLynxCompany>();
  readonly #tokens = new Map<string, { readonly portal: Portal; readonly spec: CompanySpec }>();

  constructor(options: SimulationOptions) {
    this.clock = options.clock;
    this.seed = options.seed;
    this.settings = settingsSchema.parse(options.settings ?? {});
    this.#sizes = { contacts: options.contactsPerCompany, jobs: options.jobsPerCompany };
    this.faults = new FaultPlan(this.clock, () => this.seed);
  }

  /** Registers a company or replaces its registration; its records stay unless seed or size changed. */
  register(input: CompanyInput): CompanySpec {
    const spec = companySchema.parse(input);
    const before = this.#specs.get(spec.companyId);
    const holder = this.#keys.get(spec.acculynxApiKey);
    if (holder !== undefined && holder.companyId !== spec.companyId) {
      throw new RangeError(`The AccuLynx key belongs to company ${holder.companyId}`);
    }
    const portalId =
      spec.portalId ??
      this.#tokens.get(spec.hubspotToken)?.spec.portalId ??
      this.#portalIdFor(spec.companyId);
    const complete = { ...spec, portalId };
    if (before !== undefined) this.#forget(before);
    this.#specs.set(spec.companyId, complete);
    this.#open(complete, before);
    return complete;
  }

  /** Registers a company from unchecked input; throws a ZodError when it is not of the form. */
  registerFrom(input: unknown): CompanySpec {
    return this.register(companySchema.parse(input));
  }

  get companies(): CompanySpec[] {
    return [...this.#specs.values()];
  }

  company(companyId: string): AccuLynxCompany | null {
    return this.#companies.get(companyId) ?? null;
  }

  companyByKey(key: string): AccuLynxCompany | null {
    return this.#keys.get(key) ?? null;
  }

  get portals(): Portal[] {
    return [...this.#portals.values()];
  }

  portal(portalId: number): Portal | null {
    return this.#portals.get(portalId) ?? null;
  }

  byToken(token: string): { readonly portal: Portal; readonly spec: CompanySpec } | null {
    return this.#tokens.get(token) ?? null;
  }

  change(settings: unknown): Settings {
    this.settings = changedSettings(this.settings, settings);
    return this.settings;
  }

  /** Starts over: records of both vendors, log, faults and limits. Registrations and settings stay. */
  reset(): void {
    this.faults.clear();
    this.log.clear();
    this.resetLimits();
    this.#companies.clear();
    this.#portals.clear();
    this.#keys.clear();
    this.#tokens.clear();
    for (const spec of this.#specs.values()) this.#open(spec, undefined);
  }

  resetLimits(): void {
    this.accuLynxLimits = new AccuLynxLimits();
    this.hubSpotLimits = new HubSpotLimits();
  }

  /** Replaces the seed of everything and starts over. */
  reseed(seed: number): void {
    this.seed = seed;
    this.reset();
  }

  #open(spec: CompanySpec, before: CompanySpec | undefined): void {
    const portalId = spec.portalId ?? this.#portalIdFor(spec.companyId);
    const fresh = accuLynxCompany({
      companyId: spec.companyId,
      name: spec.name ?? `${spec.companyId} Roofing`,
      apiKey: spec.acculynxApiKey,
      seed: spec.seed ?? mix(this.seed, hashText(spec.companyId)),
      contacts: spec.contacts ?? this.#sizes.contacts,
      jobs: spec.jobs ?? this.#sizes.jobs,
    });
    const known = this.#companies.get(spec.companyId);
    const sameData =
      before?.seed === spec.seed && before?.contacts === spec.contacts && before?.jobs === spec.jobs;
    const company = known !== undefined && sameData ? { ...fresh, data: known.data } : fresh;
    this.#companies.set(spec.companyId, company);
    this.#keys.set(spec.acculynxApiKey, company);
    const portal = this.#portals.get(portalId) ?? this.#newPortal(portalId);
    this.#portals.set(portalId, portal);
    this.#tokens.set(spec.hubspotToken, { portal, spec });
  }

  #newPortal(portalId: number): Portal {
    return new Portal({
      portalId,
      seed: mix(this.seed, portalId),
      now: () => this.clock.now(),
      behaviour: () => this.settings.hubspot.behaviour,
    });
  }

  #forget(spec: CompanySpec): void {
    this.#keys.delete(spec.acculynxApiKey);
    if (this.#tokens.get(spec.hubspotToken)?.spec.companyId === spec.companyId)
      this.#tokens.delete(spec.hubspotToken);
  }

  #portalIdFor(companyId: string): number {
    return 40_000_000 + (hashText(companyId) % 9_000_000);
  }
}
