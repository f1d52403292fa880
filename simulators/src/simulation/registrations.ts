import { accuLynxCompany, type AccuLynxCompany } from '../acculynx/requests/company.ts';
import { companySchema, type CompanyInput, type CompanySpec } from '../configuration/company-spec.ts';
import { hashText, mix } from '../determinism/random.ts';
import type { Portal } from '../hubspot/portal/portal.ts';
import type { HubSpotCaller } from '../hubspot/requests/hubspot-rules.ts';
import type { RecordWorld } from '../seed/record-changes.ts';

interface RegistrationParts {
  /** The seed of the data of companies without a seed of their own. */
  readonly seed: () => number;
  /** The size of companies that do not name one. */
  readonly sizes: { readonly contacts: number; readonly jobs: number };
  readonly newPortal: (portalId: number) => Portal;
  readonly worldOf: (companyId: string) => RecordWorld;
}

/** The registered companies, and what their keys and tokens give access to. */
export class Registrations {
  readonly #parts: RegistrationParts;
  readonly #specs = new Map<string, CompanySpec>();
  readonly #companies = new Map<string, AccuLynxCompany>();
  readonly #portals = new Map<number, Portal>();
  readonly #keys = new Map<string, AccuLynxCompany>();
  readonly #tokens = new Map<string, HubSpotCaller>();

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
  }

  /** Registers a company or replaces its registration; its records stay unless it names another seed or size. */
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
    const seed = spec.seed ?? before?.seed;
    const complete = { ...spec, ...(seed === undefined ? {} : { seed }), portalId };
    if (before !== undefined) this.#forget(before);
    this.#specs.set(spec.companyId, complete);
    this.#open(complete, before);
    return complete;
  }

  get specs(): CompanySpec[] {
    return [...this.#specs.values()];
  }

  get portals(): Portal[] {
    return [...this.#portals.values()];
  }

  company(companyId: string): AccuLynxCompany | null {
    return this.#companies.get(companyId) ?? null;
  }

  companyByKey(key: string): AccuLynxCompany | null {
    return this.#keys.get(key) ?? null;
  }

  portal(portalId: number): Portal | null {
    return this.#portals.get(portalId) ?? null;
  }

  byToken(token: string): HubSpotCaller | null {
    return this.#tokens.get(token) ?? null;
  }

  /** Creates the records of both vendors again; the registrations stay. */
  startOver(): void {
    this.#companies.clear();
    this.#portals.clear();
    this.#keys.clear();
    this.#tokens.clear();
    for (const spec of this.#specs.values()) this.#open(spec, undefined);
  }

  #open(spec: CompanySpec, before: CompanySpec | undefined): void {
    const { seed, sizes, newPortal, worldOf } = this.#parts;
    const portalId = spec.portalId ?? this.#portalIdFor(spec.companyId);
    const fresh = accuLynxCompany({
      companyId: spec.companyId,
      name: spec.name ?? `${spec.companyId} Roofing`,
      apiKey: spec.acculynxApiKey,
      seed: spec.seed ?? mix(seed(), hashText(spec.companyId)),
      contacts: spec.contacts ?? sizes.contacts,
      jobs: spec.jobs ?? sizes.jobs,
      world: worldOf(spec.companyId),
    });
    const known = this.#companies.get(spec.companyId);
    const sameData =
      before?.seed === spec.seed && before?.contacts === spec.contacts && before?.jobs === spec.jobs;
    const company =
      known === undefined
        ? fresh
        : { ...fresh, subscriptions: known.subscriptions, data: sameData ? known.data : fresh.data };
    this.#companies.set(spec.companyId, company);
    this.#keys.set(spec.acculynxApiKey, company);
    const portal = this.#portals.get(portalId) ?? newPortal(portalId);
    this.#portals.set(portalId, portal);
    this.#tokens.set(spec.hubspotToken, { portal, spec });
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
