import type { DealSettings } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import type { TargetRecord } from '@ridgeline/testkit/integration';
import { objectMigrationOf } from '../index.ts';
import type { FakeOutcome } from '../../orchestrator/testing/fake-deferred-values.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import type { RunSetup } from '../../pipeline/testing/start-run.ts';
import { linkedBy, noting } from './another-migration.ts';
import { company } from '../../testing/bench-company.ts';
import { simulatedWorld, type SimulatedWorld } from './simulated-world.ts';

/** The results of a migration. */
interface Migrated {
  readonly orchestrator: FakeOrchestrator;
  /** The ids of what was sent to HubSpot, rejected or not. */
  readonly written: readonly string[];
  /** All outcomes: `kind outcome reason`, each once. */
  readonly ways: readonly string[];
  /** A job's plan as it was carried out. */
  planOf(jobId: string): PlannedRecord | undefined;
  /** A job's outcome, its deal, and the message about it. */
  outcomeOf(jobId: string): FakeOutcome | undefined;
}

/** A small company with jobs, in whose portal users make changes between migrations. */
export interface DealWorld extends SimulatedWorld {
  /**
   * Runs a whole migration of jobs, which knows the links of the one before it; `prepared` is called after the portal was
   * read, and before anything else is.
   */
  migrate(before?: Migrated | null, setup?: RunSetup, prepared?: () => Promise<unknown>): Promise<Migrated>;
  /** Adds a label for its deals' contacts to the portal; returns its type id. */
  createLabel(label: string): Promise<number>;
  deleteLabel(typeId: number): Promise<void>;
  /** The deal that carries this job's id. */
  dealOf(jobId: string): Promise<TargetRecord | undefined>;
}

export async function dealWorld(deals: Partial<DealSettings> = {}): Promise<DealWorld> {
  const object = objectMigrationOf('jobs');
  if (!object) throw new Error('Nothing moves jobs');
  const world = await simulatedWorld({ object, deals });
  return {
    ...world,
    async migrate(before = null, setup = {}, prepared = () => Promise.resolve()) {
      const written: string[] = [];
      const orchestrator = before ? linkedBy(before.orchestrator) : new FakeOrchestrator();
      const { pipeline } = await world.run({ orchestrator, through: noting(written), ...setup });
      await prepared();
      await pipeline.run();
      return migrated(orchestrator, written);
    },
    createLabel: async (label) => {
      const answer = await world.hubspot('POST', '/crm/associations/2026-03/deals/contacts/labels', {
        name: label.toLowerCase(),
        label,
      });
      const { results } = (await answer.json()) as {
        readonly results: readonly { readonly typeId: number }[];
      };
      return results[0]?.typeId ?? 0;
    },
    async deleteLabel(typeId) {
      await world.hubspot('DELETE', `/crm/associations/2026-03/deals/contacts/labels/${typeId}`);
    },
    dealOf: async (jobId) =>
      (await world.control.targetDeals(company.portalId)).find(
        ({ properties: values }) => values['acculynx_job_id'] === jobId,
      ),
  };
}

function migrated(orchestrator: FakeOrchestrator, written: readonly string[]): Migrated {
  const { stored, outcomes } = orchestrator;
  const kinds = new Map(stored.map(({ batch, kind }) => [batch, kind]));
  const ways = [...outcomes].flatMap(([batch, counted]) =>
    counted.map(({ outcome, reason }) => [kinds.get(batch) ?? '', outcome, reason ?? ''].join(' ').trim()),
  );
  return {
    orchestrator,
    written,
    ways: [...new Set(ways)].toSorted(),
    planOf: (jobId) =>
      stored
        .filter(({ kind }) => kind === 'job')
        .flatMap(({ records }) => records)
        .findLast(({ sourceId }) => sourceId === jobId),
    outcomeOf: (jobId) =>
      [...outcomes]
        .filter(([batch]) => kinds.get(batch) === 'job')
        .flatMap(([, counted]) => counted)
        .find(({ sourceId }) => sourceId === jobId),
  };
}
