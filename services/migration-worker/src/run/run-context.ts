import type { Claim, ConnectionSecrets } from '@ridgeline/contracts/internal';
import type { Logger } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import type { Vendor } from '../base/run-errors.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { RunReporter } from '../report/run-reporter.ts';
import type { WorkerMetrics } from '../report/worker-metrics.ts';
import type { OpenVendors } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { RunProgress } from './run-progress.ts';

/** Dependencies shared by all runs of the worker. */
export interface RunServices {
  readonly orchestrator: Orchestrator;
  /** The connection's credentials for the run; waits for the connection service. */
  readonly secrets: (settings: Claim['settings'], signal: AbortSignal) => Promise<ConnectionSecrets>;
  /** Locks that all replicas share. */
  readonly locks: Locks;
  readonly openVendors: OpenVendors;
  /** Publishes that a vendor rejected the connection's credential. */
  readonly tellRefusal: (settings: Claim['settings'], vendor: Vendor, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
}

/** One run, and its dependencies. */
export interface RunContext {
  readonly claim: Claim;
  readonly lease: HeldLease;
  readonly waits: WaitTracker;
  readonly reporter: RunReporter;
  /** Called for each batch that is executed and reported. */
  readonly progress: Pick<RunProgress, 'batchDone'>;
  /** Called with the number of records in the source, as far as it is known. */
  readonly onTarget: (count: number) => void;
}
