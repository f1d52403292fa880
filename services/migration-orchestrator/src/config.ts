import { brokersSchema, serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';

/** What the migration orchestrator needs to run. */
export const orchestratorConfig = serviceConfig.extend({
  DATABASE_URL: z.url(),
  KAFKA_BROKERS: brokersSchema,
  CONNECTION_URL: z.url(),
  /** How long a worker may be silent before its run goes to another one; workers renew once a second. */
  LEASE_MS: z.coerce.number().int().min(2_000).default(5_000),
});
