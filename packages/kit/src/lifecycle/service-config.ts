import { z } from 'zod';
import type { ListenAt } from '../http/listen.ts';
import { identityKeySchema } from '../identity/identity-keys.ts';
import { secret } from './variables.ts';

/** A TCP port; 0 lets the system choose. */
export const portSchema = z.coerce.number().int().min(0).max(65_535);

/** A list of `host:port`, separated by commas. */
export const brokersSchema = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .pipe(z.array(z.string().min(1)).min(1));

/** What every service needs; a service extends it with its own. */
export const serviceConfig = z.object({
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address that the process listens at; `0.0.0.0` in a container.'),
  PORT: portSchema.describe('The port of its API.'),
  METRICS_PORT: portSchema.describe('The internal port: `/metrics`, `/healthz` and `/readyz`.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe lines that are written.'),
  IDENTITY_KEY: secret(
    identityKeySchema,
    'What signs and verifies identities between our processes: one secret of at least 32 characters, or several by their ids and the one that signs; read again when its file changes.',
  ),
  LINGER_MS: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(300)
    .describe(
      'For how long nobody new must have come before a stop closes the port, in milliseconds; ten times that at the most. Until then each answer is the last one of its connection.',
    ),
  SHUTDOWN_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(20_000)
    .describe("How long a stop may take before the process ends regardless; below the pod's grace period."),
});

/** Where a service's server listens. */
export function listenAt({
  HOST,
  PORT,
  LINGER_MS,
}: Readonly<Pick<z.output<typeof serviceConfig>, 'HOST' | 'PORT' | 'LINGER_MS'>>): ListenAt {
  return { host: HOST, port: PORT, lingerMs: LINGER_MS };
}
