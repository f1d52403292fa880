import { logSentence } from '@ridgeline/contracts';
import type { Claim, ConnectionSecrets, RunSettings } from '@ridgeline/contracts/internal';
import { decodeValue, outcomeFromWire, topics, OutcomeKind, type OutgoingEvent } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import type { HeldLease } from '../../lease/held-lease.ts';
import { linkedBy } from '../../objects/testing/another-migration.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { workerMetrics } from '../../report/worker-metrics.ts';
import { runMigration } from '../run-migration.ts';
import { openSimulated } from '../../vendors/testing/simulated-vendors.ts';
import { aClaim } from '../../lease/testing/a-claim.ts';
import { aLease } from '../../lease/testing/a-lease.ts';
import { company, companySecrets, simulated } from '../../testing/bench-company.ts';
import { noLocks } from '../../testing/no-locks.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** What a run reported. */
export type Migrated = Awaited<ReturnType<RunBench['migrate']>>;

/** Both simulators, a fake orchestrator and a worker's run between them. */
export class RunBench implements AsyncDisposable {
  readonly control: SimulatorControl;
  readonly addresses: Simulators['addresses'];
  readonly #simulators: Simulators;
  /** A run of another migration gets a new orchestrator; links are kept if they are passed on. */
  orchestrator = new FakeOrchestrator();
  /** What the connection service returns before the credentials that both vendors accept. */
  formerSecrets: ConnectionSecrets[] = [];
  #lease: HeldLease | null = null;

  protected constructor(simulators: Simulators) {
    this.#simulators = simulators;
    this.addresses = simulators.addresses;
    this.control = simulatorControl(simulators.addresses.control);
  }

  protected static simulators(): Promise<Simulators> {
    return startSimulators(simulated);
  }

  fault(
    effect: { readonly kind: string; readonly [option: string]: unknown },
    where: object = {},
  ): Promise<unknown> {
    return this.control.addFault({ vendor: 'hubspot', ...where, effect });
  }

  /** Makes the next run another migration, which knows the links of the earlier ones. */
  anotherMigration(): void {
    this.orchestrator = linkedBy(this.orchestrator);
  }

  /** Runs one migration and summarizes what it reported. */
  async migrate({
    settings,
    ...change
  }: Partial<Omit<Claim, 'settings'>> & { readonly settings?: Partial<RunSettings> } = {}) {
    const events: OutgoingEvent[] = [];
    const metrics = workerMetrics(new Registry(), 'p-1');
    this.#lease = aLease({ epoch: 1, leaseMs: 600_000, graceMs: () => 100 });
    const publish = (some: readonly OutgoingEvent[]): Promise<void> => {
      events.push(...some);
      for (const event of some) this.#count(event);
      return Promise.resolve();
    };
    await runMigration(
      {
        orchestrator: this.orchestrator,
        publisher: { publish },
        secrets: () => Promise.resolve(this.formerSecrets.shift() ?? companySecrets),
        locks: noLocks,
        openVendors: openSimulated(this.addresses),
        tellRefusal: () => Promise.resolve(),
        processId: 'p-1',
        logger,
        metrics,
      },
      aClaim({ ...change, settings: { companyId: company.companyId, ...settings } }),
      this.#lease,
    );
    return this.#summary(events);
  }

  #summary(events: readonly OutgoingEvent[]) {
    const reports = events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
    const batches = reports.flatMap((report) => (report.case === 'batchDone' ? report.value : []));
    const settling = new Set(
      this.orchestrator.stored.flatMap(({ pass, batch }) => (pass === 'settle' ? batch : [])),
    );
    const outcomes = batches.flatMap((batch) => (settling.has(batch.batch) ? [] : batch.outcomes));
    for (const { sourceId, hubspotId, kind } of outcomes)
      if (hubspotId !== '' && kind !== OutcomeKind.SKIPPED) this.orchestrator.links.set(sourceId, hubspotId);
    const end = reports.flatMap((report) => (report.case === 'finished' ? report.value : []))[0];
    const of = (kind: OutcomeKind) => outcomes.filter((outcome) => outcome.kind === kind);
    const log = batches.flatMap((batch) => batch.log.map(logSentence));
    const noted = reports.flatMap((report) =>
      report.case === 'progress' || report.case === 'finished' ? report.value.log.map(logSentence) : [],
    );
    return { end, outcomes, of, log, noted };
  }

  #count({ value }: OutgoingEvent): void {
    const { report } = decodeValue(topics.migrationReport, value);
    if (report.case !== 'batchDone') return;
    this.orchestrator.counted(
      report.value.batch,
      report.value.outcomes.flatMap((outcome) => outcomeFromWire(outcome) ?? []),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lease?.[Symbol.dispose]();
    await this.#simulators.stop();
  }
}
