import { objectTypes, type MigrationType } from '@ridgeline/contracts';
import type { ChosenRecord, Corrections } from '@ridgeline/contracts/internal';
import { startSimulators } from '@ridgeline/simulators';
import type { TargetRecord } from '@ridgeline/testkit/integration';
import { preparePortal } from '../../objects/testing/simulated-world.ts';
import { company, simulated } from '../../testing/bench-company.ts';
import { RunBench } from './run-bench.ts';

/** The records to retry, with their corrections. */
type Choice = readonly (string | readonly [sourceId: string, values: Corrections['values']])[];

/** A bench for a migration and its follow-ups, into a portal that has the properties of all kinds. */
export class RetryBench extends RunBench {
  static async start({ contacts = 60, jobs = 0 } = {}): Promise<RetryBench> {
    const simulators = await startSimulators({ ...simulated, companies: [{ ...company, contacts, jobs }] });
    const bench = new RetryBench(simulators);
    for (const type of Object.values(objectTypes))
      await preparePortal(bench.control, simulators.addresses.hubspot, type);
    return bench;
  }

  /** All records that HubSpot has of an object, by their AccuLynx ids. */
  async inHubspot(type: MigrationType): Promise<ReadonlyMap<string, TargetRecord>> {
    const { hubspotObject, sourceIdProperty } = objectTypes[type];
    const records = await this.control.targetRecords(company.portalId, hubspotObject.name);
    return new Map(records.map((record) => [record.properties[sourceIdProperty] ?? record.id, record]));
  }

  /** Copies everything of a type. */
  copy(migrationType: MigrationType) {
    return this.migrate({ settings: settingsOf(migrationType) });
  }

  /** Makes the next run a retry of these records. */
  choose(choice: Choice): void {
    this.anotherMigration();
    this.orchestrator.chosen = choice.map((one, index): ChosenRecord => {
      const [sourceId, values] = typeof one === 'string' ? [one, null] : one;
      const corrections = values && { values, by: 'ann@example.com', at: '2026-11-26T09:30:00.000Z' };
      return { sourceId, position: index + 1, name: `Record ${sourceId}`, corrections };
    });
  }

  /** Runs the retry, or continues it after another worker was lost. */
  retry(migrationType: MigrationType) {
    return this.migrate({
      ...this.orchestrator.claimFor(objectTypes[migrationType].name),
      settings: { ...settingsOf(migrationType), follows: { migrationId: 6, as: 'retry' }, onlyChosen: true },
    });
  }
}

const settingsOf = (migrationType: MigrationType) => ({
  migrationType,
  batchSize: 10,
  options: { includeNoEmailContacts: true, enumerativeErrorStrategy: 'SET_BLANK' },
});
