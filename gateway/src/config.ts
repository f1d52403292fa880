import { brokersSchema, serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';

/** Secrets separated by commas: the first one signs, all of them verify, so that they can be rotated. */
const secretsSchema = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(32, 'needs at least 32 characters')).min(1));

const limit = z.coerce.number().int().positive();

/** What the gateway needs to run. */
export const gatewayConfig = serviceConfig
  .extend({
    REDIS_URL: z.url(),
    KAFKA_BROKERS: brokersSchema,
    SESSION_SECRET: secretsSchema,
    /** Where people reach the product. With https the session's cookie is for secure connections only. */
    PUBLIC_URL: z.url(),
    /** Whom people ask when their access was revoked: an e-mail address or whatever they can use. */
    SUPPORT_CONTACT: z.string().min(1),
    /** How many proxies stand in front and may be believed about a client's address. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    /** The built web app; without it the gateway serves the API alone. */
    WEB_ROOT: z.string().optional(),
    AUTH_URL: z.url(),
    CONNECTION_URL: z.url(),
    VALIDATION_URL: z.url(),
    ORCHESTRATOR_URL: z.url(),
    /** Wrong passwords for one account from one address in 15 minutes. */
    SIGN_IN_TRIES: limit.default(10),
    /** Wrong passwords from one address in 15 minutes, whatever the account. */
    SIGN_IN_TRIES_PER_ADDRESS: limit.default(100),
    /** From one address in an hour: registrations; invitations of e-mails that have an account already. */
    REGISTRATIONS_PER_ADDRESS: limit.default(10),
    /** From one address in 15 minutes: requests for reset links; passwords set by link; invitations sent; invitations opened. */
    REQUESTS_PER_ADDRESS: limit.default(30),
  })
  .refine(
    ({ PUBLIC_URL, TRUST_PROXY }) => !PUBLIC_URL.startsWith('https:') || TRUST_PROXY > 0,
    // The gateway itself speaks http: without this, secure cookies would silently never be set.
    { path: ['TRUST_PROXY'], message: 'must be at least 1 when PUBLIC_URL is https' },
  );
export type GatewayConfig = z.output<typeof gatewayConfig>;
