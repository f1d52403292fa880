import { dealProperties, propertyGroup, type DealSettings } from '@ridgeline/contracts';
import { createHubspotClient, type HubspotClient } from '@ridgeline/hubspot';
import { createLogger } from '@ridgeline/kit';
import { createLocks, openRedis, type Locks, type Redis } from '@ridgeline/redis';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import {
  redisUrlAs,
  simulatorControl,
  testRedisUrl,
  type SimulatorControl,
} from '@ridgeline/testkit/integration';
import type { LogEntry } from '../../../base/log-entry.ts';
import type { HeldLease } from '../../../lease/held-lease.ts';
import { aLease } from '../../../lease/testing/a-lease.ts';
import { company, simulated } from '../../../testing/bench-company.ts';
import { simulatedVendors } from '../../../vendors/testing/simulated-vendors.ts';
import type { PrepareContext } from '../../../object-migration/object-migration.ts';
import { prepareJobs, type JobOptions } from '../prepare/job-options.ts';

const noChoice: DealSettings = {
  defaultDealPipeline: null,
  defaultDealStage: null,
  dealStageByMilestone: {},
  jobDetails: [],
  includeDeadJobs: false,
};

/** How a test's preparation differs from the usual one. */
export interface Preparation {
  readonly deals?: Partial<DealSettings>;
  readonly strategy?: 'SET_BLANK' | 'ADD_OPTION';
  readonly note?: (line: LogEntry) => void;
}

/** Both simulators and Redis, with a company of jobs and a portal that has the properties of deals. */
export class JobBench implements AsyncDisposable {
  readonly control: SimulatorControl;
  readonly hubspotUrl: string;
  /** The portal as the company's token reaches it. */
  readonly portal: HubspotClient;
  readonly locks: Locks;
  readonly #simulators: Simulators;
  readonly #redis: Redis;
  readonly #leases: HeldLease[] = [];
  /** Ends what a failed preparation left running. */
  readonly #end = new AbortController();

  private constructor(simulators: Simulators, redis: Redis) {
    this.#simulators = simulators;
    this.#redis = redis;
    this.locks = createLocks(redis.client);
    this.hubspotUrl = simulators.addresses.hubspot;
    this.portal = createHubspotClient({ baseUrl: this.hubspotUrl, secret: company.hubspotToken });
    this.control = simulatorControl(simulators.addresses.control);
  }

  /** Starts everything; without `properties`, the portal is as HubSpot provides it. */
  static async start({ properties = true, jobs = 120, scopes = [] as string[] } = {}): Promise<JobBench> {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const url = await testRedisUrl();
    await using owner = await openRedis({ url, name: 'test', logger });
    // The worker itself must not.
    await owner.client.flushDb();
    const redis = await openRedis({ url: await redisUrlAs('worker', url), name: 'test', logger });
    const limited = scopes.length > 0 ? { scopes } : {};
    const simulators = await startSimulators({
      ...simulated,
      companies: [{ ...company, contacts: 100, jobs, ...limited }],
    });
    const bench = new JobBench(simulators, redis);
    if (properties) await bench.#createProperties();
    return bench;
  }

  /** Both vendors as a separate run has them. */
  vendors() {
    const lease = aLease({ leaseMs: 600_000 });
    this.#leases.push(lease);
    return simulatedVendors(this.#simulators.addresses, lease);
  }

  /** Prepares a run over these vendors. */
  prepare(
    vendors: ReturnType<JobBench['vendors']>,
    { deals = {}, strategy = 'SET_BLANK', note = () => undefined }: Preparation = {},
  ): Promise<JobOptions> {
    const context: PrepareContext = {
      ...vendors,
      settings: {
        options: { includeNoEmailContacts: false, enumerativeErrorStrategy: strategy },
        dryRun: false,
      },
      deals: { ...noChoice, ...deals },
      locks: this.locks,
      signal: this.#end.signal,
      note,
    };
    return prepareJobs(context, { prepare: () => Promise.resolve('the options of contacts') });
  }

  async #createProperties(): Promise<void> {
    await this.portal.createPropertyGroup('deals', propertyGroup);
    const own = dealProperties.filter(({ groupName }) => groupName === propertyGroup.name);
    const created = await this.portal.createProperties('deals', own);
    if (created.outcome !== 'ok' || created.value.problems.length > 0)
      throw new Error(`The properties were not created: ${JSON.stringify(created)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    for (const lease of this.#leases) {
      lease.stop('failed');
      lease[Symbol.dispose]();
    }
    await this.#simulators.stop();
    await this.#redis[Symbol.asyncDispose]();
  }
}
