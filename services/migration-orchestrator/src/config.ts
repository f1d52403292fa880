import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { databaseUrl, serviceConfig, serviceUrl } from '@ridgeline/kit';
import { z } from 'zod';

/** Maximum Postgres connections of each pool; docs/operations.md adds them up, including those of listeners. */
export const poolSizes = { people: 8, runs: 10, renewals: 2 };

/** What the migration orchestrator needs to run. */
export const orchestratorConfig = serviceConfig
  .extend({
    DATABASE_URL: databaseUrl,
    ...kafkaVariables,
    CONNECTION_URL: serviceUrl('connection'),
    VALIDATION_URL: serviceUrl('validation'),
    LEASE_MS: z.coerce
      .number()
      .int()
      .min(2_000)
      .default(5_000)
      .describe(
        'How long a worker may be silent before its run goes to another one; workers renew at least twice in that time.',
      ),
    SLOTS_PER_COMPANY: z.coerce
      .number()
      .int()
      .min(1)
      .default(2)
      .describe('So many runs of one company are worked on while runs of other companies wait for a slot.'),
    RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe(
        'What a migration leaves (plans, outcomes, logs) is kept so long after its end; its account stays.',
      ),
    SWEEP_MISSED_AFTER_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(3_600_000)
      .describe(
        'A change that a sweep found counts as missed when no event of it was received within so long; tests make it shorter.',
      ),
  })
  .superRefine(kafkaIsWhole);
