import type { MigrationStatus } from '@ridgeline/contracts';
import type { SourceCount } from './reconciliation.ts';

/** How a migration ends, or how the rest of a cancelled one is closed. */
export interface Completion {
  readonly status: Extract<MigrationStatus, 'completed' | 'failed' | 'cancelled'>;
  /** What the worker told of the source; null when no worker told: those that were planned. */
  readonly source: SourceCount | null;
  /** For people; null unless failed. */
  readonly failureMessage: string | null;
}
