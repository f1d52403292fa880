import { acculynxAddress } from '@ridgeline/acculynx';
import { hubspotAddress } from '@ridgeline/hubspot';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { checkLimitsSchema } from './credentials/check-limits.ts';

/** The validation service's environment. */
export const validationConfig = serviceConfig
  .extend({
    DATABASE_URL: z.url(),
    ...kafkaVariables,
    REDIS_URL: z.url(),
    CONNECTION_URL: z.url(),
    ACCULYNX_URL: z.url().default(acculynxAddress),
    HUBSPOT_URL: z.url().default(hubspotAddress),
    /** The address from which AccuLynx sees our calls: all processes behind one address share its limit. */
    EGRESS_ADDRESS: z.string().min(1).default('default'),
    ...checkLimitsSchema.shape,
  })
  .superRefine(kafkaIsWhole);
