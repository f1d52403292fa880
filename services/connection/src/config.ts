import { acculynxAddress } from '@ridgeline/acculynx';
import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import {
  databaseUrl,
  egressAddress,
  redisUrl,
  secret,
  serviceConfig,
  serviceUrl,
  vendorUrl,
} from '@ridgeline/kit';
import { z } from 'zod';
import { masterKeysSchema } from './secrets/master-keys.ts';

/** Maximum Postgres connections of each pool; docs/operations.md adds them up, including those of listeners. */
export const poolSizes = { people: 10, vital: 5, hooks: 5 };

/** The connection service's environment. */
export const connectionConfig = serviceConfig
  .extend({
    DATABASE_URL: databaseUrl,
    ...kafkaVariables,
    REDIS_URL: redisUrl,
    AUTH_URL: serviceUrl('auth'),
    VALIDATION_URL: serviceUrl('validation'),
    ORCHESTRATOR_URL: serviceUrl('migration orchestrator'),
    ACCULYNX_URL: vendorUrl('AccuLynx', acculynxAddress),
    EGRESS_ADDRESS: egressAddress,
    WEBHOOK_BASE_URL: z
      .url({ protocol: /^https$/ })
      .describe('Where AccuLynx reaches the product: its hooks stand below, as `/hooks/acculynx/{token}`.'),
    WEBHOOK_CONTACT: z.email().describe('Whom AccuLynx writes to when events cannot be delivered.'),
    MASTER_KEYS: secret(
      masterKeysSchema,
      "`id:base64,id2:base64`: AES-256 keys that wrap each connection's data key; the first is used for new ones.",
    ),
  })
  .superRefine(kafkaIsWhole);
