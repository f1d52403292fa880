import type { Subscription } from '../acculynx/account/subscription-store.ts';
import type { AccuLynxCompany } from '../acculynx/requests/company.ts';
import { Deliveries } from '../acculynx/webhooks/deliveries.ts';
import { primaryContactOf } from '../acculynx/webhooks/event-topics.ts';
import { companySchema, type CompanyInput, type CompanySpec } from '../configuration/company-spec.ts';
import {
  changedSettings,
  settingsSchema,
  type Settings,
  type SettingsInput,
} from '../configuration/settings.ts';
import type { Clock } from '../determinism/clock.ts';
import { mix } from '../determinism/random.ts';
import { FaultPlan } from '../faults/fault-plan.ts';
import { RequestLog } from '../http/request-log.ts';
import { Portal } from '../hubspot/portal/portal.ts';
import type { HubSpotCaller } from '../hubspot/requests/hubspot-rules.ts';
import { AccuLynxLimits } from '../limits/acculynx-limits.ts';
import { HubSpotLimits } from '../limits/hubspot-limits.ts';
import type { RecordChange, RecordWorld } from '../seed/record-changes.ts';
import { ChangeMoments } from './change-moments.ts';
import { ChangeStreams } from './change-streams.ts';
import { Registrations } from './registrations.ts';

export interface SimulationOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly contactsPerCompany: number;
  readonly jobsPerCompany: number;
  readonly settings?: SettingsInput | undefined;
  /** Called when failed events disabled a subscription. */
  readonly onSubscriptionDisabled: (subscription: Subscription) => void;
}

/** Everything the simulated vendors know, apart from any server: the state behind the APIs and the control API. */
export class Simulation {
  readonly clock: Clock;
  readonly log = new RequestLog();
  readonly faults: FaultPlan;
  readonly deliveries: Deliveries;
  readonly streams: ChangeStreams;
  readonly changes = new ChangeMoments();
  settings: Settings;
  seed: number;
  accuLynxLimits = new AccuLynxLimits();
  hubSpotLimits = new HubSpotLimits();
  readonly #registrations: Registrations;

  constructor(options: SimulationOptions) {
    this.clock = options.clock;
    this.seed = options.seed;
    this.settings = settingsSchema.parse(options.settings ?? {});
    this.faults = new FaultPlan(this.clock, () => this.seed);
    this.deliveries = new Deliveries({
      clock: this.clock,
      settings: () => this.settings.acculynx,
      company: (companyId) => this.company(companyId),
      onDisabled: options.onSubscriptionDisabled,
    });
    this.streams = new ChangeStreams(this.clock, (companyId) => this.company(companyId));
    this.#registrations = new Registrations({
      seed: () => this.seed,
      sizes: { contacts: options.contactsPerCompany, jobs: options.jobsPerCompany },
      newPortal: (portalId) => this.#newPortal(portalId),
      worldOf: (companyId) => this.#worldOf(companyId),
    });
  }

  /** Registers a company or replaces its registration; its records stay unless it names another seed or size. */
  register(input: CompanyInput): CompanySpec {
    return this.#registrations.register(input);
  }

  /** Registers a company from unchecked input; throws a ZodError when it is invalid. */
  registerFrom(input: unknown): CompanySpec {
    return this.register(companySchema.parse(input));
  }

  get companies(): CompanySpec[] {
    return this.#registrations.specs;
  }

  company(companyId: string): AccuLynxCompany | null {
    return this.#registrations.company(companyId);
  }

  companyByKey(key: string): AccuLynxCompany | null {
    return this.#registrations.companyByKey(key);
  }

  get portals(): Portal[] {
    return this.#registrations.portals;
  }

  portal(portalId: number): Portal | null {
    return this.#registrations.portal(portalId);
  }

  byToken(token: string): HubSpotCaller | null {
    return this.#registrations.byToken(token);
  }

  change(settings: unknown): Settings {
    this.settings = changedSettings(this.settings, settings);
    return this.settings;
  }

  /** Starts over: records of both vendors, log, deliveries, faults and limits. Registrations and settings stay. */
  reset(): void {
    this.stop();
    this.faults.clear();
    this.log.clear();
    this.changes.clear();
    this.resetLimits();
    this.#registrations.startOver();
  }

  /** Stops what runs in the background: streams of changes and deliveries. */
  stop(): void {
    this.streams.stopAll();
    this.deliveries.clear();
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

  #worldOf(companyId: string): RecordWorld {
    return {
      now: () => this.clock.now(),
      readLagMs: () => this.deliveries.readLagMs(),
      onChange: (change) => {
        this.changes.note(companyId, change, this.clock.now());
        this.deliveries.announce(companyId, change);
        if (change.kind === 'contact' && this.settings.acculynx.quirks.contactUpdatesJobs)
          this.#updateJobsOf(companyId, change);
      },
    };
  }

  /** Updates the modification date of the jobs whose primary contact changed. */
  #updateJobsOf(companyId: string, { before, after }: RecordChange & { kind: 'contact' }): void {
    const jobs = this.company(companyId)?.data.jobs;
    if (before === null || jobs === undefined) return;
    for (const job of jobs.all().values())
      if (primaryContactOf(job) === after.id) jobs.change(job.id, {}, this.clock.now());
  }

  #newPortal(portalId: number): Portal {
    return new Portal({
      portalId,
      seed: mix(this.seed, portalId),
      now: () => this.clock.now(),
      behaviour: () => this.settings.hubspot.behaviour,
    });
  }
}
