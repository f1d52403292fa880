import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';

/** What the migration orchestrator needs to run. */
export const orchestratorConfig = serviceConfig
  .extend({
    DATABASE_URL: z.url(),
    ...kafkaVariables,
    CONNECTION_URL: z.url(),
    /** How long a worker may be silent before its run goes to another one; workers renew once a second. */
    LEASE_MS: z.coerce.number().int().min(2_000).default(5_000),
    /** So many runs of one company are worked on while runs of other companies wait for a slot. */
    SLOTS_PER_COMPANY: z.coerce.number().int().min(1).default(2),
    /** What a migration leaves (plans, outcomes, logs) is kept so long after its end; its account stays. */
    RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  })
  .superRefine(kafkaIsWhole);
