import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { masterKeysSchema } from './secrets/master-keys.ts';

/** The connection service's environment. */
export const connectionConfig = serviceConfig
  .extend({
    DATABASE_URL: z.url(),
    ...kafkaVariables,
    VALIDATION_URL: z.url(),
    /** `id:base64,id2:base64`: AES-256 keys that wrap each connection's data key; the first is used for new ones. */
    MASTER_KEYS: masterKeysSchema,
  })
  .superRefine(kafkaIsWhole);
