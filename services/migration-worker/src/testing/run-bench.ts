import { decodeValue, OutcomeKind, topics, type OutgoingEvent } from '@ridgeline/events';
import { contactProperties, createHubspotClient, propertyGroup } from '@ridgeline/hubspot';
import { createLogger } from '@ridgeline/kit';
import type { Governor } from '@ridgeline/redis';
import { Registry } from 'prom-client';
import type { HeldLease } from '../lease/lease.ts';
import { isPlausibleEmail } from '../objects/contact/email-address.ts';
import type { Claim } from '../orchestrator/orchestrator.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { workerMetrics } from '../report/worker-metrics.ts';
import { runMigration } from '../run/run-migration.ts';
import { runVendors } from '../run/run-vendors.ts';
import { aClaim } from './a-claim.ts';
import { aLease } from './a-lease.ts';

/** The company that the runs of these tests migrate. */
export const company = {
  companyId: 'brazos',
  acculynxApiKey: 'alx-key-of-brazos',
  hubspotToken: 'pat-na1-brazos',
  contacts: 320,
  jobs: 0,
  portalId: 4711,
};

const logger = createLogger({ service: 'test', level: 'silent' });
/** The governor has tests of its own; here nothing is limited. */
const unlimited: Governor = {
  acquire: () => Promise.resolve(),
  block: () => Promise.resolve(),
  learnLimit: () => Promise.resolve(),
  limited: () => Promise.resolve(),
  answered: () => Promise.resolve(),
};

const kindNames: Readonly<Record<OutcomeKind, string>> = {
  [OutcomeKind.UNSPECIFIED]: 'unspecified',
  [OutcomeKind.CREATED]: 'created',
  [OutcomeKind.UPDATED]: 'updated',
  [OutcomeKind.UNCHANGED]: 'unchanged',
  [OutcomeKind.SKIPPED]: 'skipped',
  [OutcomeKind.FAILED]: 'failed',
};

/** What the simulators are started with: quick, and without limits. */
export const simulated = {
  companies: [company],
  settings: {
    acculynx: { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: false } },
    hubspot: {
      latency: { baseMs: 0, perRecordMs: 0 },
      limits: { enabled: false },
      behaviour: { definitionLagMs: [0, 0] as [number, number] },
    },
  },
};

/** The simulators, as the test started them: what is no test may not import them. */
interface RunningSimulators {
  readonly addresses: Readonly<Record<'acculynx' | 'hubspot' | 'control', string>>;
  stop(): Promise<void>;
}

/** The part of the simulators' control that is used here. */
interface RunControl {
  addFault(fault: Readonly<Record<string, unknown>> & { vendor: 'hubspot' }): Promise<unknown>;
  sourceContacts(
    companyId: string,
  ): Promise<{ readonly id: string; readonly emailAddresses: readonly { readonly address: string }[] }[]>;
  targetContacts(
    portalId: number,
  ): Promise<{ readonly properties: Readonly<Record<string, string | null>> }[]>;
}

/** What a run reported. */
export type Migrated = Awaited<ReturnType<RunBench<RunControl>['migrate']>>;

/** Both simulators, a fake orchestrator and a worker's run between them. */
export class RunBench<Control extends RunControl> implements AsyncDisposable {
  readonly control: Control;
  readonly #simulators: RunningSimulators;
  /** A run of another migration gets one of its own; links stay when they are handed on. */
  orchestrator = new FakeOrchestrator();
  #lease: HeldLease | null = null;

  private constructor(simulators: RunningSimulators, control: Control) {
    this.#simulators = simulators;
    this.control = control;
  }

  /** Prepares the portal: it has our properties. Owns the simulators from now on. */
  static async over<Control extends RunControl>(
    simulators: RunningSimulators,
    control: Control,
  ): Promise<RunBench<Control>> {
    const baseUrl = simulators.addresses.hubspot;
    const portal = createHubspotClient({ baseUrl, secret: company.hubspotToken });
    await portal.createPropertyGroup('contacts', propertyGroup);
    await portal.createProperties(
      'contacts',
      contactProperties.filter(({ groupName }) => groupName === propertyGroup.name),
    );
    return new RunBench(simulators, control);
  }

  fault(effect: { readonly kind: string; readonly [option: string]: unknown }, where: object = {}) {
    return this.control.addFault({ vendor: 'hubspot', ...where, effect });
  }

  /** Lets the next run be another migration, which knows the links of the earlier ones. */
  anotherMigration(): void {
    this.orchestrator = Object.assign(new FakeOrchestrator(), { links: this.orchestrator.links });
  }

  /** Runs one migration and sums up what it reported. */
  async migrate(change: Partial<Omit<Claim, 'settings'>> = {}) {
    const events: OutgoingEvent[] = [];
    const metrics = workerMetrics(new Registry(), 'p-1');
    this.#lease = aLease({ epoch: 1, leaseMs: 600_000, graceMs: () => 100 });
    await runMigration(
      {
        orchestrator: this.orchestrator,
        publisher: {
          publish: (some) => {
            events.push(...some);
            for (const event of some) this.#count(event);
            return Promise.resolve();
          },
        },
        secrets: () =>
          Promise.resolve({
            connectionId: 3,
            companyId: company.companyId,
            hubSpotPortalId: '4711',
            acculynxApiKey: company.acculynxApiKey,
            hubspotPat: company.hubspotToken,
          }),
        openVendors: runVendors({
          governor: unlimited,
          onCall: (vendor, report) => metrics.vendorCall(vendor, report),
          acculynxUrl: this.#simulators.addresses.acculynx,
          hubspotUrl: this.#simulators.addresses.hubspot,
          egressAddress: 'test',
        }),
        tellRefusal: () => Promise.resolve(),
        processId: 'p-1',
        logger,
        metrics,
      },
      aClaim({ ...change, settings: { companyId: company.companyId } }),
      this.#lease,
    );
    const reports = events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
    const batches = reports.flatMap((report) => (report.case === 'batchDone' ? report.value : []));
    const moves = new Set(
      this.orchestrator.stored.flatMap((plan) => (plan.pass === 'settle' ? plan.batch : [])),
    );
    const outcomes = batches.flatMap((batch) => (moves.has(batch.batch) ? [] : batch.outcomes));
    for (const { sourceId, hubspotId } of outcomes)
      if (hubspotId !== '') this.orchestrator.links.set(sourceId, hubspotId);
    const end = reports.flatMap((report) => (report.case === 'finished' ? report.value : []))[0];
    const of = (kind: OutcomeKind) => outcomes.filter((outcome) => outcome.kind === kind);
    const log = batches.flatMap((batch) => batch.log.map(({ message }) => message));
    return { end, outcomes, of, log };
  }

  #count({ value }: OutgoingEvent): void {
    const { report } = decodeValue(topics.migrationReport, value);
    if (report.case !== 'batchDone') return;
    this.orchestrator.counted(
      report.value.batch,
      report.value.outcomes.map(({ sourceId, kind, hubspotId }) => ({
        sourceId,
        kind: kindNames[kind] ?? '',
        hubspotId: hubspotId === '' ? null : hubspotId,
      })),
    );
  }

  /** Contacts whose one e-mail address is nobody else's, in the order of AccuLynx. */
  async usableContacts(): Promise<{ id: string; email: string }[]> {
    const contacts = await this.control.sourceContacts(company.companyId);
    const emails = contacts.map(({ emailAddresses }) =>
      emailAddresses.map(({ address }) => address.toLowerCase()).join(),
    );
    return contacts.flatMap(({ id }, index) => {
      const email = emails[index] ?? '';
      const alone = emails.filter((other) => other.includes(email)).length === 1;
      return alone && isPlausibleEmail(email) ? [{ id, email }] : [];
    });
  }

  /** Gives a contact of AccuLynx this e-mail address. */
  async changeEmail(id: string, email: string): Promise<void> {
    const path = `/__sim/acculynx/${company.companyId}/contacts/${id}`;
    const response = await fetch(`${this.#simulators.addresses.control}${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    if (!response.ok) throw new Error(`The contact was not changed: ${await response.text()}`);
  }

  /** Puts a contact into the portal as a person would, and returns its id. */
  async inPortal(properties: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`${this.#simulators.addresses.hubspot}/crm/objects/2026-03/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.hubspotToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties }),
    });
    if (response.status !== 201) throw new Error(`It was not created: ${await response.text()}`);
    const record = (await response.json()) as { id: string };
    return record.id;
  }

  /** The e-mail address that a contact of AccuLynx has in HubSpot; null when it has none. */
  async emailOf(id: string): Promise<string | null> {
    const records = await this.control.targetContacts(company.portalId);
    const record = records.find(({ properties }) => properties['acculynx_contact_id'] === id);
    return record?.properties['email'] ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lease?.[Symbol.dispose]();
    await this.#simulators.stop();
  }
}
