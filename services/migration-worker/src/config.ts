import { acculynxAddress } from '@ridgeline/acculynx';
import { hubspotAddress } from '@ridgeline/hubspot';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { egressAddress, redisUrl, serviceConfig, serviceUrl, vendorUrl } from '@ridgeline/kit';
import { z } from 'zod';

/** The worker's environment. The vendors' addresses are scheme and host, without a path. */
export const workerConfig = serviceConfig
  .extend({
    ...kafkaVariables,
    REDIS_URL: redisUrl,
    ORCHESTRATOR_URL: serviceUrl('migration orchestrator'),
    CONNECTION_URL: serviceUrl('connection'),
    ACCULYNX_URL: vendorUrl('AccuLynx', acculynxAddress),
    HUBSPOT_URL: vendorUrl('HubSpot', hubspotAddress),
    WORKER_SLOTS: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(4)
      .describe('Runs that this process works on side by side.'),
    WORKER_SYNC_PLACES: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(8)
      .describe('HubSpot portals whose auto-sync this process works on side by side, apart from its runs.'),
    WORKER_SWEEP_PLACES: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe(
        'Sweeps that this process works on side by side, apart from its runs: so many use up their share of an AccuLynx address.',
      ),
    EGRESS_ADDRESS: egressAddress,
  })
  .superRefine(kafkaIsWhole);

export type WorkerConfig = z.output<typeof workerConfig>;
