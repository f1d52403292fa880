import { z } from 'zod';
import type { ListenAt } from '../http/listen.ts';
import { identityKeySchema } from '../identity/identity-keys.ts';

/** Marks a variable as a secret: the reference says so, and a deployment gives it as a file (NAME_FILE). */
export function secret<S extends z.ZodType>(schema: S, meaning: string): S {
  return schema.meta({ description: meaning, secret: true });
}

/** Where a service keeps its schema. */
export const databaseUrl = secret(
  z.url(),
  "The address of Postgres with the service's own role and its password; it may reach this service's schema only.",
);

/** Where Redis is. */
export const redisUrl = secret(
  z.url(),
  'The address of Redis, `redis://` or `rediss://`, with the password if there is one.',
);

/** The address of another service. */
export function serviceUrl(service: string): z.ZodURL {
  return z.url().describe(`The address of the ${service} service, scheme and host without a path.`);
}

/** Where a vendor's API is. */
export function vendorUrl(vendor: string, address: string): z.ZodDefault<z.ZodURL> {
  return z
    .url()
    .default(address)
    .describe(`The address of ${vendor}'s API, scheme and host without a path; another one in trials only.`);
}

/** Who shares AccuLynx' limit with this process. */
export const egressAddress = z
  .string()
  .min(1)
  .default('default')
  .describe(
    'The address from which AccuLynx sees our calls: all processes behind one address share its limit.',
  );

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
      'How long no new connection must have come before a stop closes the port, in milliseconds; at most ten times that. Until then each answer closes its connection.',
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
