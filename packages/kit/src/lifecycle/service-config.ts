import { z } from 'zod';
import { identityKeySchema } from '../identity/identity-keys.ts';

/** A TCP port; 0 lets the system choose. */
export const portSchema = z.coerce.number().int().min(0).max(65_535);

/** A list of `host:port`, separated by commas. */
export const brokersSchema = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .pipe(z.array(z.string().min(1)).min(1));

/** What every service needs; a service extends it with its own. */
export const serviceConfig = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema,
  METRICS_PORT: portSchema,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** What signs and verifies identities between our processes; read again when its file changes. */
  IDENTITY_KEY: identityKeySchema,
  /** How long a stop may take before the process ends regardless; below the pod's grace period. */
  SHUTDOWN_MS: z.coerce.number().int().positive().default(20_000),
});
