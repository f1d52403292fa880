import { acculynxAddress } from '@ridgeline/acculynx';
import { hubspotAddress } from '@ridgeline/hubspot';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { databaseUrl, egressAddress, redisUrl, serviceConfig, serviceUrl, vendorUrl } from '@ridgeline/kit';
import { checkLimitsSchema } from './credentials/check-guard.ts';

/** Maximum Postgres connections of each pool; docs/operations.md adds them up, including those of listeners. */
export const poolSizes = { all: 10 };

/** The validation service's environment. */
export const validationConfig = serviceConfig
  .extend({
    DATABASE_URL: databaseUrl,
    ...kafkaVariables,
    REDIS_URL: redisUrl,
    CONNECTION_URL: serviceUrl('connection'),
    ACCULYNX_URL: vendorUrl('AccuLynx', acculynxAddress),
    HUBSPOT_URL: vendorUrl('HubSpot', hubspotAddress),
    EGRESS_ADDRESS: egressAddress,
    ...checkLimitsSchema.shape,
  })
  .superRefine(kafkaIsWhole);
