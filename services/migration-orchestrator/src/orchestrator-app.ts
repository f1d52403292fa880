import { createServiceApp, type ServiceAppOptions } from '@ridgeline/kit/service';
import { type Database } from '@ridgeline/postgres';
import type { ReaperGrace } from './leases/reaper-grace.ts';
import type { countLostLeases } from './leases/lease-reaper.ts';
import { bindLeaseRoutes } from './leases/lease-routes.ts';
import type { LeaseRules } from './leases/company-share-store.postgres.ts';
import { bindDuplicateRoutes } from './duplicates/duplicate-routes.ts';
import { duplicateAnswers } from './duplicates/duplicate-answers.ts';
import { bindAddedOptionsRoutes } from './added-options/added-options-routes.ts';
import { bindCheckRoutes } from './checks/check-routes.ts';
import { bindLogRoutes } from './logs/log-routes.ts';
import { createLongReads } from './long-reads/long-reads.ts';
import { exportNotes } from './long-reads/note-export.ts';
import { connectionMigrations } from './migration-management/cancel-migration.ts';
import { companyTurns } from './migration-management/company-turns.ts';
import { bindCompanyRoutes } from './all-companies/company-routes.ts';
import type { CompanyDirectory } from './all-companies/company-directory.ts';
import { type ConnectionLookup } from './migration-management/connection-lookup.ts';
import {
  bindConnectionMigrationRoutes,
  bindMigrationRoutes,
} from './migration-management/migration-routes.ts';
import { createMigrationService } from './migration-management/migration-service.ts';
import { bindOutcomeRoutes } from './outcomes/outcome-routes.ts';
import { bindFollowedRoutes } from './plans/followed-routes.ts';
import { bindPlanRoutes, type PlanParts } from './plans/plan-routes.ts';
import { bindRecordSearchRoutes } from './record-search/record-search-routes.ts';
import { bindProcessRoutes } from './processes/process-routes.ts';
import { bindRecordRoutes } from './record-changes/record-routes.ts';
import { bindRetryRoutes } from './retries/retry-routes.ts';
import type { PortalLookup } from './retries/portal-lookup.ts';
import { createRetries } from './retries/retry-service.ts';
import { bindAccuracyRoutes } from './accuracy/accuracy-routes.ts';
import { countComparedInHubspot } from './accuracy/accuracy-metrics.ts';
import { countComparedRecords } from './sweeps/sweep-metrics.ts';
import { bindSweepRoutes } from './sweeps/sweep-routes.ts';
import { bindAccuracyViewRoutes } from './sync-view/accuracy-view-routes.ts';
import { bindSweepViewRoutes } from './sync-view/sweep-view-routes.ts';
import { bindSyncRoutes } from './sync-view/sync-routes.ts';
import { bindUndoRoutes } from './undo/undo-routes.ts';
import { bindSyncWorkerRoutes } from './sync/worker-routes.ts';

/** Separate pools for the same database: what keeps runs alive never queues behind users' reads. */
export interface OrchestratorPools {
  /** For users' calls. */
  readonly people: Database;
  /** For workers' calls: claims, plans, reports, the outbox. */
  readonly runs: Database;
  /** For renewing leases, and for taking back expired ones. */
  readonly renewals: Database;
}

/** Dependencies of the HTTP side. */
export interface OrchestratorParts extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'> {
  readonly pools: OrchestratorPools;
  readonly findConnection: ConnectionLookup;
  readonly findPortal: PortalLookup;
  /** What the connection service knows about all companies' connections. */
  readonly companies: CompanyDirectory;
  readonly rules: LeaseRules;
  /** When missed heartbeats may be held against a worker. */
  readonly grace: ReaperGrace;
  /** Called with the leases that were taken back. */
  readonly onReaped: ReturnType<typeof countLostLeases>;
  readonly onBegun: PlanParts['onBegun'];
  /** Called with the connection whose auto-sync changed. */
  readonly onSyncChange: (connectionId: number) => void;
  /** A sweep's finding counts as missed when no event arrives for this long. */
  readonly missedAfterMs: number;
}

/** Puts the HTTP side together around an open database. */
export function createOrchestratorApp(parts: OrchestratorParts): ReturnType<typeof createServiceApp> {
  const {
    pools,
    findConnection,
    findPortal,
    companies,
    rules,
    grace,
    onReaped,
    onBegun,
    onSyncChange: onChange,
    missedAfterMs,
    logger,
    metrics,
    identityKey,
  } = parts;
  const reads = createLongReads(pools.people);
  const noteExport = exportNotes(pools.people);
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'orchestrator',
    // A plan holds a hundred records with all values to write and, for updates, the previous values; or two thousand
    // associations with the names of both sides.
    bodyLimit: '8mb',
    routes: (router) => {
      const turns = companyTurns();
      bindCompanyRoutes(router, { db: pools.people, companies });
      bindMigrationRoutes(router, createMigrationService({ db: pools.people, findConnection, turns }));
      const retry = createRetries({ db: pools.people, findConnection, findPortal, turns });
      bindRetryRoutes(router, { retry, db: pools.runs });
      bindConnectionMigrationRoutes(router, connectionMigrations({ db: pools.people }));
      bindLogRoutes(router, { reads, noteExport });
      bindOutcomeRoutes(router, { reads, noteExport });
      bindRecordSearchRoutes(router, { reads });
      bindRecordRoutes(router, { reads, noteExport });
      bindCheckRoutes(router, { db: pools.people, reads, noteExport, turns });
      bindLeaseRoutes(router, { db: pools.runs, renewals: pools.renewals, rules });
      bindPlanRoutes(router, { db: pools.runs, onBegun });
      bindFollowedRoutes(router, { db: pools.runs });
      bindUndoRoutes(router, { db: pools.runs });
      bindDuplicateRoutes(router, { reads, answers: duplicateAnswers(pools.people), db: pools.runs });
      bindAddedOptionsRoutes(router, { db: pools.runs });
      const { leaseMs } = rules;
      bindSyncRoutes(router, { db: pools.people, findConnection, onChange });
      bindSweepViewRoutes(router, { db: pools.people, findConnection });
      bindAccuracyViewRoutes(router, { db: pools.people, findConnection });
      bindSyncWorkerRoutes(router, { db: pools.runs, renewals: pools.renewals, leaseMs, onChange });
      bindSweepRoutes(router, {
        db: pools.runs,
        renewals: pools.renewals,
        leaseMs,
        missedAfterMs,
        count: countComparedRecords(metrics),
        onChange,
      });
      bindAccuracyRoutes(router, { db: pools.runs, count: countComparedInHubspot(metrics), onChange });
      bindProcessRoutes(router, {
        people: pools.people,
        db: pools.runs,
        leaseMs: rules.leaseMs,
        grace,
        logger,
        onReaped,
      });
    },
  });
}
