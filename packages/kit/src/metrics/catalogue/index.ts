import { eventMetrics } from './events.ts';
import { httpMetrics } from './http.ts';
import { migrationMetrics } from './migrations.ts';
import { peopleMetrics } from './people.ts';
import { processMetrics } from './process.ts';
import { storeMetrics } from './stores.ts';
import { vendorMetrics } from './vendors.ts';
import { workerMetrics } from './worker.ts';

/** Every metric of the product, by what it is about. Whoever counts something new writes it down here first. */
export const catalogueByPart = {
  HTTP: httpMetrics,
  'Events and outboxes': eventMetrics,
  'Postgres and Redis': storeMetrics,
  'Vendors and the rate governor': vendorMetrics,
  'Migrations and leases': migrationMetrics,
  Workers: workerMetrics,
  'People: live streams, sign-ins, mails, connections': peopleMetrics,
  'Processes and background jobs': processMetrics,
} as const;

/** The same without the parts. */
export const catalogue = {
  ...httpMetrics,
  ...eventMetrics,
  ...storeMetrics,
  ...vendorMetrics,
  ...migrationMetrics,
  ...workerMetrics,
  ...peopleMetrics,
  ...processMetrics,
} as const;
