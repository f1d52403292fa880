import { acculynxAddress } from '@ridgeline/acculynx';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { masterKeysSchema } from './secrets/master-keys.ts';

/** The connection service's environment. */
export const connectionConfig = serviceConfig
  .extend({
    DATABASE_URL: z.url(),
    ...kafkaVariables,
    REDIS_URL: z.url(),
    AUTH_URL: z.url(),
    VALIDATION_URL: z.url(),
    ORCHESTRATOR_URL: z.url(),
    ACCULYNX_URL: z.url().default(acculynxAddress),
    /** The address from which AccuLynx sees our calls: all processes behind one address share its limit. */
    EGRESS_ADDRESS: z.string().min(1).default('default'),
    /** Where AccuLynx reaches the product: its hooks stand below, as `/hooks/acculynx/{token}`. */
    WEBHOOK_BASE_URL: z.url({ protocol: /^https$/ }).default('https://hooks.ridgeline.example'),
    /** Whom AccuLynx writes to when events cannot be delivered. */
    WEBHOOK_CONTACT: z.email().default('webhooks@ridgeline.example'),
    /** `id:base64,id2:base64`: AES-256 keys that wrap each connection's data key; the first is used for new ones. */
    MASTER_KEYS: masterKeysSchema,
  })
  .superRefine(kafkaIsWhole);
