import type { ConnectionSecrets, SyncRound } from '@ridgeline/contracts/internal';
import type { Logger } from '@ridgeline/kit';
import type { Vendor } from '../base/run-errors.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { SyncService } from '../orchestrator/orchestrator.ts';
import type { EventPublisher } from '../report/report-queue.ts';
import type { SyncMetrics } from '../report/sync-metrics.ts';
import type { OpenVendors } from '../vendors/run-vendors.ts';
import type { PreparedKinds } from './prepared-kinds.ts';

/** The connection whose records a round contains. */
export type RoundOwner = Pick<SyncRound, 'connectionId' | 'companyId'>;

/** Dependencies shared by all syncs of the worker. */
export interface SyncServices {
  readonly orchestrator: Pick<
    SyncService,
    'takeRound' | 'findWaiting' | 'ledgerOf' | 'noteExisting' | 'noteCreated'
  >;
  readonly objectOf: (migrationType: string) => ObjectMigration | undefined;
  readonly prepared: PreparedKinds;
  /** The connection's credentials; waits for the connection service. */
  readonly secrets: (owner: RoundOwner, signal: AbortSignal) => Promise<ConnectionSecrets>;
  readonly openVendors: OpenVendors;
  /** Reserves sync's share of both vendors' limits for the round that begins. */
  readonly announce: (secrets: ConnectionSecrets) => Promise<void>;
  /** A vendor refused the connection's credential: notifies the connection service. */
  readonly tellRefusal: (owner: RoundOwner, vendor: Vendor, signal: AbortSignal) => Promise<void>;
  readonly publisher: EventPublisher;
  readonly processId: string;
  readonly logger: Logger;
  readonly metrics: SyncMetrics;
}
