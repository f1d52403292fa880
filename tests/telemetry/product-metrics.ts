import { readFileSync } from 'node:fs';
import { services, type ServiceName } from '@ridgeline/devstack';
import type { JobDefinition, MetricDefinition } from '@ridgeline/kit/metrics';
import {
  doorDefinitions,
  downloadDefinitions,
  liveDefinitions,
} from '../../gateway/src/metric-definitions.ts';
import {
  callDefinitions,
  governorDefinitions,
} from '../../packages/governed-vendors/src/metric-definitions.ts';
import {
  eventDefinitions,
  inboxJobs,
  outboxDefinitions,
} from '../../packages/kafka/src/metric-definitions.ts';
import {
  httpDefinitions,
  jobDefinitions,
  processDefinitions,
} from '../../packages/kit/src/metrics/metric-definitions.ts';
import { poolDefinitions } from '../../packages/postgres/src/metric-definitions.ts';
import { redisDefinitions } from '../../packages/redis/src/metric-definitions.ts';
import { authDefinitions, authJobs } from '../../services/auth/src/metric-definitions.ts';
import {
  connectionDefinitions,
  connectionJobs,
  intakeDefinitions,
  watchDefinitions,
} from '../../services/connection/src/metric-definitions.ts';
import {
  leaseDefinitions,
  migrationDefinitions,
  orchestratorJobs,
  reportDefinitions,
  accuracyDefinitions,
  sweepDefinitions,
  syncDefinitions,
} from '../../services/migration-orchestrator/src/metric-definitions.ts';
import {
  syncDefinitions as roundDefinitions,
  workerDefinitions,
} from '../../services/migration-worker/src/report/metric-definitions.ts';
import { validationDefinitions, validationJobs } from '../../services/validation/src/metric-definitions.ts';

/** A metric, and which services export it. */
export type ProductMetric = MetricDefinition & { readonly services: readonly ServiceName[] };

const allServices = services.map(({ name }) => name);

/** The services that depend on all of these packages. */
function using(...packages: readonly string[]): readonly ServiceName[] {
  const uses = services.filter(({ folder }) => {
    const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    return packages.every((name) => `@ridgeline/${name}` in dependencies);
  });
  return uses.map(({ name }) => name);
}

/** The names of all background jobs. */
export const jobNames: readonly string[] = [
  inboxJobs,
  authJobs,
  connectionJobs,
  validationJobs,
  orchestratorJobs,
].flatMap((jobs) => Object.values<JobDefinition>(jobs).map(({ job }) => job));

type Definitions = Readonly<Record<string, MetricDefinition>>;

const exportedBy = (by: readonly ServiceName[], definitions: Definitions): readonly ProductMetric[] =>
  Object.values(definitions).map((definition) => ({ ...definition, services: by }));

/** The jobs' metrics, whose label has the names of all owners' jobs here. */
const jobMetrics = exportedBy(using('postgres'), jobDefinitions).map((metric) => ({
  ...metric,
  labels: { ...metric.labels, job: { values: jobNames } },
}));

/**
 * Every metric of the product, by what it is about. A package's metrics are exported by the services that depend on it;
 * a service's own metrics by that service.
 */
export const metricsByPart: Readonly<Record<string, readonly ProductMetric[]>> = {
  HTTP: exportedBy(
    // The worker answers no requests.
    allServices.filter((name) => name !== 'migration-worker'),
    httpDefinitions,
  ),
  Events: exportedBy(using('kafka'), eventDefinitions),
  Outboxes: exportedBy(using('kafka', 'postgres'), outboxDefinitions),
  Postgres: exportedBy(using('postgres'), poolDefinitions),
  Redis: exportedBy(using('redis'), redisDefinitions),
  'Vendors and the rate governor': exportedBy(using('governed-vendors'), {
    ...callDefinitions,
    ...governorDefinitions,
  }),
  'Migrations, leases and reports': exportedBy(['migration-orchestrator'], {
    ...migrationDefinitions,
    ...leaseDefinitions,
    ...reportDefinitions,
  }),
  'Auto-sync': exportedBy(['migration-orchestrator'], syncDefinitions),
  Sweeps: exportedBy(['migration-orchestrator'], sweepDefinitions),
  'Comparison with HubSpot': exportedBy(['migration-orchestrator'], accuracyDefinitions),
  Workers: exportedBy(['migration-worker'], { ...workerDefinitions, ...roundDefinitions }),
  Gateway: exportedBy(['gateway'], { ...doorDefinitions, ...liveDefinitions, ...downloadDefinitions }),
  'Sign-ins and emails': exportedBy(['auth'], authDefinitions),
  'Checks of credentials and properties': exportedBy(['validation'], validationDefinitions),
  Connections: exportedBy(['connection'], connectionDefinitions),
  "AccuLynx' events": exportedBy(['connection'], intakeDefinitions),
  'Subscriptions at AccuLynx': exportedBy(['connection'], watchDefinitions),
  Processes: exportedBy(allServices, processDefinitions),
  'Background jobs': jobMetrics,
};

/** The same metrics in one list. */
export const productMetrics: readonly ProductMetric[] = Object.values(metricsByPart).flat();
