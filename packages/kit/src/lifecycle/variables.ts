import { z } from 'zod';

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

/** Where another service of ours is called. */
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
