import { z } from 'zod';

/** A TCP port; 0 lets the system choose. */
export const portSchema = z.coerce.number().int().min(0).max(65_535);

/** A list of `host:port`, separated by commas. */
export const brokersSchema = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .pipe(z.array(z.string().min(1)).min(1));

/** The key that signs identities between our processes. */
export const identityKeySchema = z.string().min(32, 'needs at least 32 characters');

/** What every service needs; a service extends it with its own. */
export const serviceConfig = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema,
  METRICS_PORT: portSchema,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  IDENTITY_KEY: identityKeySchema,
  /** How long a stop may take before the process ends regardless; below the pod's grace period. */
  SHUTDOWN_MS: z.coerce.number().int().positive().default(20_000),
});
