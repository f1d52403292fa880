import { acculynxAddress } from '@ridgeline/acculynx';
import { hubspotAddress } from '@ridgeline/hubspot';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';

const limit = z.coerce.number().int().positive();

/** How often credentials may be tried. */
export const checkLimits = z.object({
  /** Checks of typed credentials in 10 minutes; saving one connection takes two or three. */
  CHECKS_PER_COMPANY: limit.default(100),
  CHECKS_PER_ADDRESS: limit.default(600),
  /** Refused credentials in 5 minutes: of one company in a row; from one address, where whole offices may be. */
  REFUSALS_PER_COMPANY: limit.default(5),
  REFUSALS_PER_ADDRESS: limit.default(60),
});

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
    ...checkLimits.shape,
  })
  .superRefine(kafkaIsWhole);
export type ValidationConfig = z.output<typeof validationConfig>;
