import { acculynxAddress } from '@ridgeline/acculynx';
import { hubspotAddress } from '@ridgeline/hubspot';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';

/** The worker's environment. The vendors' addresses are scheme and host, without a path. */
export const workerConfig = serviceConfig
  .extend({
    ...kafkaVariables,
    REDIS_URL: z.url(),
    ORCHESTRATOR_URL: z.url(),
    CONNECTION_URL: z.url(),
    ACCULYNX_URL: z.url().default(acculynxAddress),
    HUBSPOT_URL: z.url().default(hubspotAddress),
    /** Runs that this process works on side by side. */
    WORKER_SLOTS: z.coerce.number().int().min(1).max(100).default(4),
    /** The address from which AccuLynx sees this worker's calls: workers behind one address share its limit. */
    EGRESS_ADDRESS: z.string().min(1).default('default'),
  })
  .superRefine(kafkaIsWhole);

export type WorkerConfig = z.output<typeof workerConfig>;
