import { hostname } from 'node:os';
import { topics } from '@ridgeline/events';
import { announceSync, backgroundVendors, vendorGovernor } from '@ridgeline/governed-vendors';
import { kafkaReach, openKafka } from '@ridgeline/kafka';
import { createServiceClient, newId, type IdentityAudience } from '@ridgeline/kit';
import { gauge } from '@ridgeline/kit/metrics';
import { runService, type Composition } from '@ridgeline/kit/service';
import { createLocks, openRedis } from '@ridgeline/redis';
import type { Vendor } from './base/run-errors.ts';
import { workerDefinitions } from './report/metric-definitions.ts';
import { workerConfig, type WorkerConfig } from './config.ts';
import { LeaseKeeper } from './lease/lease-keeper.ts';
import { objectMigrationOf } from './objects/index.ts';
import { orchestratorClient } from './orchestrator/orchestrator-client.ts';
import { sweepClient } from './orchestrator/sweep-client.ts';
import { syncClient } from './orchestrator/sync-client.ts';
import { publishRefusal } from './report/credential-refusal.ts';
import { sweepMetrics } from './report/sweep-metrics.ts';
import { syncMetrics } from './report/sync-metrics.ts';
import { workerMetrics } from './report/worker-metrics.ts';
import { connectionSecrets } from './run/connection-secrets.ts';
import { jointSecrets } from './run/joint-secrets.ts';
import { runMigration, type RunMigrationParts } from './run/run-migration.ts';
import { RunSlots } from './run/run-slots.ts';
import { runSweep, type SweepServices } from './sweep/run-sweep.ts';
import { jointReports } from './sweep/sweep-reporter.ts';
import { PreparedKinds } from './sync/prepared-kinds.ts';
import { runSync } from './sync/run-sync.ts';
import type { RoundOwner, SyncServices } from './sync/sync-services.ts';
import { SlotBackpressure, startRunSubscription } from './run/start-run-consumer.ts';

const service = 'migration-worker';

/** How often leases of sweeps are renewed, and how long their reports wait for each other: sweeps run every 15 minutes. */
const sweepIntervalMs = 2_000;

/** Runs the worker. */
export const run = (): Promise<void> => runService({ name: service, config: workerConfig, compose });

async function compose({ config, logger, metrics: registry, resources }: Composition<WorkerConfig>) {
  const worker = { processId: newId(), serverInstanceId: hostname(), pid: process.pid };
  const metrics = workerMetrics(registry, worker.processId);
  gauge(registry, workerDefinitions.workerSlots).set(config.WORKER_SLOTS);
  const client = (audience: IdentityAudience, baseUrl: string, timeoutMs: number) =>
    createServiceClient({ baseUrl, service, audience, identityKey: config.IDENTITY_KEY, timeoutMs });
  const calls = {
    call: client('orchestrator', config.ORCHESTRATOR_URL, 10_000),
    quickCall: client('orchestrator', config.ORCHESTRATOR_URL, 2_000),
    worker,
  };
  const orchestrator = orchestratorClient(calls);
  const syncs = syncClient(calls);
  const sweeps = sweepClient(calls);
  const connections = client('connection', config.CONNECTION_URL, 10_000);

  const redis = resources.use(
    await openRedis({ url: config.REDIS_URL, name: service, logger, metrics: registry }),
  );
  const kafka = resources.use(
    openKafka({ ...kafkaReach(config), clientId: service, logger, metrics: registry }),
  );
  await kafka.ensureTopics(Object.values(topics));
  const publisher = await kafka.producer();

  const vendors = {
    governor: vendorGovernor({ redis, logger, metrics: registry }),
    metrics: registry,
    acculynxUrl: config.ACCULYNX_URL,
    hubspotUrl: config.HUBSPOT_URL,
    egressAddress: config.EGRESS_ADDRESS,
  };
  const locks = createLocks(redis.client);
  const shared = {
    publisher,
    secrets: (owner: RoundOwner, signal: AbortSignal) => connectionSecrets(connections, owner, signal),
    tellRefusal: (owner: RoundOwner, vendor: Vendor, signal: AbortSignal) =>
      publishRefusal(publisher, owner, vendor, signal),
    processId: worker.processId,
    logger,
  };
  const parts: RunMigrationParts = {
    ...shared,
    orchestrator,
    locks,
    openVendors: (run) => backgroundVendors(vendors, 'migration', run),
    metrics,
  };
  const syncServices: SyncServices = {
    ...shared,
    orchestrator: syncs,
    objectOf: objectMigrationOf,
    prepared: new PreparedKinds(locks),
    openVendors: (run) => backgroundVendors(vendors, 'sync', run),
    announce: (secrets) => announceSync(vendors, secrets),
    metrics: syncMetrics(registry, config.WORKER_SYNC_PLACES),
  };

  const sweepServices: SweepServices = {
    ...shared,
    secrets: jointSecrets(connections),
    orchestrator: sweeps,
    reports: jointReports(sweeps, sweepIntervalMs),
    objectOf: objectMigrationOf,
    openVendors: (run) => backgroundVendors(vendors, 'background', run),
    metrics: sweepMetrics(registry, config.WORKER_SWEEP_PLACES),
  };

  // Unclaimed syncs are polled every second while auto-sync is on, because records are waiting; a sweep can wait a few
  // seconds.
  const keeper = resources.use(
    new LeaseKeeper({ orchestrator, logger, onRenewed: () => metrics.heartbeat() }),
  );
  const syncKeeper = resources.use(new LeaseKeeper({ orchestrator: syncs, logger, openIntervalMs: 1_000 }));
  const sweepKeeper = resources.use(
    new LeaseKeeper({ orchestrator: sweeps, logger, intervalMs: sweepIntervalMs, openIntervalMs: 5_000 }),
  );
  const backpressure = new SlotBackpressure();
  const slots = new RunSlots({
    slots: config.WORKER_SLOTS,
    orchestrator,
    keeper,
    logger,
    onSlots: ({ busy, free }) => {
      metrics.activeRuns(busy);
      backpressure.set(free > 0);
    },
    execute: (claim, lease) => runMigration(parts, claim, lease),
    logContext: ({ runId, attempt }, claim) => ({
      migrationId: runId,
      ...(claim
        ? { companyId: claim.settings.companyId, connectionId: claim.settings.connectionId }
        : { attempt }),
    }),
  });
  // Places of its own, separate from those of migrations.
  const places = new RunSlots({
    slots: config.WORKER_SYNC_PLACES,
    orchestrator: syncs,
    keeper: syncKeeper,
    logger,
    onSlots: ({ busy }) => syncServices.metrics.activeSyncs(busy),
    execute: (_grant, lease) => runSync(syncServices, lease),
    logContext: ({ runId }) => ({ syncId: runId }),
  });
  const sweepPlaces = new RunSlots({
    slots: config.WORKER_SWEEP_PLACES,
    orchestrator: sweeps,
    keeper: sweepKeeper,
    logger,
    onSlots: ({ busy }) => sweepServices.metrics.activeSweeps(busy),
    execute: (grant, lease) => runSweep(sweepServices, grant, lease),
    logContext: ({ runId }) => ({ sweepId: runId }),
  });
  // Disposed in reverse order: first no more commands are taken, then all runs end or are handed back, while their leases are
  // still renewed.
  resources.defer(async () => {
    await Promise.all([slots, places, sweepPlaces].map((some) => some[Symbol.asyncDispose]()));
  });
  backpressure.guard(resources.use(await kafka.subscribe(startRunSubscription(slots))));
  keeper.start(slots);
  syncKeeper.start(places);
  sweepKeeper.start(sweepPlaces);

  return { ready: { needed: { kafka: () => kafka.ping(), redis: () => redis.ping() } } };
}
