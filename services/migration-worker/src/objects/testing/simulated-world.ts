import { createHubspotClient } from '@ridgeline/hubspot';
import { startSimulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl, type TargetRecord } from '@ridgeline/testkit/integration';
import {
  defaultOptions,
  migrationTypeSchema,
  propertyGroup,
  type DealSettings,
  type ObjectType,
} from '@ridgeline/contracts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { runAt, type RunSetup } from '../../pipeline/testing/start-run.ts';
import { simulatedVendors } from '../../vendors/testing/simulated-vendors.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { purposeOf } from '../../purpose/run-purpose.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { aClaim } from '../../lease/testing/a-claim.ts';
import { aLease } from '../../lease/testing/a-lease.ts';
import { company, companySecrets, simulated } from '../../testing/bench-company.ts';
import type { ConformingWorld } from './conforming-world.ts';
import { noLocks } from '../../testing/no-locks.ts';

/** What a kind of record needs of the simulators. */
export interface SimulatedKind {
  readonly object: ObjectMigration;
  /** The connection's settings for deals, where they differ from the defaults. */
  readonly deals?: Partial<DealSettings>;
}

const options = { ...defaultOptions, includeNoEmailContacts: true };

/** The simulators, and what tests change in them. */
export interface SimulatedWorld extends ConformingWorld {
  /** The log lines of preparing runs, and of preparing the portal. */
  readonly noted: readonly string[];
  readonly control: SimulatorControl;
  /** Calls HubSpot's API with the company's token. */
  hubspot(method: string, path: string, body?: unknown): Promise<Response>;
}

/** A small company with all the simulators' oddities, and its portal. */
export async function simulatedWorld({ object, deals = {} }: SimulatedKind): Promise<SimulatedWorld> {
  const small = { ...company, contacts: 40, jobs: 30 };
  const simulators = await startSimulators({ ...simulated, companies: [small] });
  const { addresses } = simulators;
  const control = simulatorControl(addresses.control);
  const types = [object.type, ...(object.companions ? [object.companions.object.type] : [])];
  for (const type of types) await preparePortal(control, addresses.hubspot, type);
  const leases: Disposable[] = [];
  const noted: string[] = [];
  return {
    noted,
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
      const settings = { ...settingsOf(object.type.migrationType), ...setup.settings };
      const vendors = simulatedVendors(addresses, lease, waits, settings.dryRun);
      const orchestrator = setup.orchestrator ?? new FakeOrchestrator();
      const claim = aClaim({ ...setup.claim, settings });
      const prepared = await object.prepare({
        ...vendors,
        settings: claim.settings,
        deals: { ...companySecrets.deals, ...deals },
        locks: noLocks,
        signal: lease.stopping,
        note: (line) => void noted.push(line.message),
      });
      return runAt(
        { lease, waits, vendors, targetOf: (rules) => rules.openTarget(vendors.hubspot) },
        {
          options: prepared,
          ...purposeOf({ object, options: prepared, claim, lease, vendors, orchestrator }),
        },
        { ...setup, settings, orchestrator },
      );
    },
    contents: () => contentsOf(control, types),
    async [Symbol.asyncDispose]() {
      for (const lease of leases) lease[Symbol.dispose]();
      await simulators.stop();
    },
  };
}

/** Prepares a portal as validation does: with the properties of a kind, and its custom object, which users define. */
export async function preparePortal(
  control: SimulatorControl,
  baseUrl: string,
  { hubspotObject: { name, typeId }, properties }: ObjectType,
): Promise<void> {
  const path = typeId === null ? await control.defineObject(company.portalId, name) : name;
  const portal = createHubspotClient({ baseUrl, secret: company.hubspotToken });
  await portal.createPropertyGroup(path, propertyGroup);
  const ours = properties.filter(({ groupName }) => groupName === propertyGroup.name);
  await portal.createProperties(path, ours);
}

const settingsOf = (migrationType: string): NonNullable<RunSetup['settings']> => ({
  companyId: company.companyId,
  migrationType: migrationTypeSchema.parse(migrationType),
  batchSize: 10,
  options,
});

/** Properties that HubSpot itself writes. */
const made = /^(hs_.*|createdate|lastmodifieddate)$/;

async function contentsOf(
  control: SimulatorControl,
  types: readonly ObjectType[],
): Promise<readonly string[]> {
  const { portalId } = company;
  const found = await Promise.all(
    types.map(async ({ name, hubspotObject }) => ({
      name,
      records: await control.targetRecords(portalId, hubspotObject.name),
    })),
  );
  const associations = await control.targetAssociations(portalId, 'deals', 'contacts');
  const valuesOf = ({ properties }: TargetRecord): string =>
    JSON.stringify(
      Object.entries(properties)
        .filter(([name]) => !made.test(name))
        .toSorted(),
    );
  const all = found.flatMap(({ records }) => records);
  const byId = new Map(all.map((record) => [record.id, valuesOf(record)]));
  return [
    ...found.flatMap(({ name, records }) => records.map((record) => `${name} ${valuesOf(record)}`)),
    ...associations.map(({ fromId, toId }) => `${byId.get(fromId) ?? ''} with ${byId.get(toId) ?? ''}`),
  ];
}
