import { createHubspotClient, propertyGroup, type HubspotObject } from '@ridgeline/hubspot';
import { startSimulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl, type TargetRecord } from '@ridgeline/testkit/integration';
import type { DealSettings, MigrationType } from '@ridgeline/contracts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { runAt, type RunSetup } from '../../pipeline/testing/start-run.ts';
import { simulatedVendors } from '../../vendors/testing/simulated-vendors.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { aClaim } from '../../lease/testing/a-claim.ts';
import { aLease } from '../../lease/testing/a-lease.ts';
import { company, companySecrets, simulated } from '../../testing/bench-company.ts';
import type { ConformingWorld } from './conforming-world.ts';
import { noLocks } from '../../testing/no-locks.ts';

type Properties = Parameters<ReturnType<typeof createHubspotClient>['createProperties']>[1];

/** What a kind of record needs of the simulators. */
export interface SimulatedKind {
  readonly object: ObjectMigration;
  /** The properties that a validated portal has, by HubSpot's objects. */
  readonly properties: Partial<Record<HubspotObject, Properties>>;
  /** How the connection wants deals to be made, where it is not as by default. */
  readonly deals?: Partial<DealSettings>;
}

const options = { includeNoEmailContacts: true, enumerativeErrorStrategy: 'SET_BLANK' };

/** The simulators, and what tests change in them. */
export interface SimulatedWorld extends ConformingWorld {
  readonly control: SimulatorControl;
  /** Calls HubSpot's API with the company's token. */
  hubspot(method: string, path: string, body?: unknown): Promise<Response>;
}

/** A small company with all the oddities of the simulators, and its portal. */
export async function simulatedWorld({
  object,
  properties,
  deals = {},
}: SimulatedKind): Promise<SimulatedWorld> {
  const small = { ...company, contacts: 40, jobs: 30 };
  const simulators = await startSimulators({ ...simulated, companies: [small] });
  const { addresses } = simulators;
  const portal = createHubspotClient({ baseUrl: addresses.hubspot, secret: company.hubspotToken });
  for (const [of, definitions] of Object.entries(properties) as [HubspotObject, Properties][]) {
    await portal.createPropertyGroup(of, propertyGroup);
    const ours = definitions.filter(({ groupName }) => groupName === propertyGroup.name);
    await portal.createProperties(of, ours);
  }
  const leases: Disposable[] = [];
  const control = simulatorControl(addresses.control);
  return {
    ownKind: object.type.name,
    control,
    hubspot: (method, path, body) =>
      fetch(`${addresses.hubspot}${path}`, {
        method,
        headers: { authorization: `Bearer ${company.hubspotToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async run(setup) {
      const lease = aLease({ epoch: 1, leaseMs: 600_000, graceMs: () => 100 });
      leases.push(lease);
      const waits = new WaitTracker();
      const vendors = simulatedVendors(addresses, lease, waits);
      const settings = { ...settingsOf(object.type.migrationType), ...setup.settings };
      const prepared = await object.prepare({
        ...vendors,
        settings: aClaim({ settings }).settings,
        deals: { ...companySecrets.deals, ...deals },
        locks: noLocks,
        signal: lease.stopping,
        note: () => undefined,
      });
      return runAt(
        { lease, waits, vendors, targetOf: (rules) => rules.openTarget(vendors.hubspot) },
        { object, options: prepared, source: object.source(vendors.acculynx, prepared) },
        { ...setup, settings },
      );
    },
    contents: () => contentsOf(control),
    async [Symbol.asyncDispose]() {
      for (const lease of leases) lease[Symbol.dispose]();
      await simulators.stop();
    },
  };
}

const settingsOf = (migrationType: MigrationType): NonNullable<RunSetup['settings']> => ({
  companyId: company.companyId,
  migrationType,
  batchSize: 10,
  options,
});

/** What HubSpot writes itself. */
const made = /^(hs_.*|createdate|lastmodifieddate)$/;

async function contentsOf(control: SimulatorControl): Promise<readonly string[]> {
  const [contacts, deals, associations] = await Promise.all([
    control.targetContacts(company.portalId),
    control.targetDeals(company.portalId),
    control.targetAssociations(company.portalId, 'deals', 'contacts'),
  ]);
  const valuesOf = ({ properties }: TargetRecord): string =>
    JSON.stringify(
      Object.entries(properties)
        .filter(([name]) => !made.test(name))
        .toSorted(),
    );
  const byId = new Map([...contacts, ...deals].map((record) => [record.id, valuesOf(record)]));
  return [
    ...contacts.map((record) => `contact ${valuesOf(record)}`),
    ...deals.map((record) => `deal ${valuesOf(record)}`),
    ...associations.map(({ fromId, toId }) => `${byId.get(fromId) ?? ''} with ${byId.get(toId) ?? ''}`),
  ];
}
