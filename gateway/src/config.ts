import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { redisUrl, secret, serviceConfig, serviceUrl } from '@ridgeline/kit';
import { z } from 'zod';

const secretsSchema = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(32, 'needs at least 32 characters')).min(1));

const limit = z.coerce.number().int().positive();

/** What the gateway needs to run. */
export const gatewayConfig = serviceConfig
  .extend({
    REDIS_URL: redisUrl,
    ...kafkaVariables,
    SESSION_SECRET: secret(
      secretsSchema,
      'Secrets of at least 32 characters, separated by commas: the first one signs sessions, all of them verify, so that they can be rotated.',
    ),
    PUBLIC_URL: z
      .url()
      .describe(
        "Where people reach the product. With https the session's cookie is for secure connections only.",
      ),
    SUPPORT_CONTACT: z
      .string()
      .min(1)
      .describe('Whom people ask when their access was revoked: an email address or whatever they can use.'),
    TRUST_PROXY: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("How many proxies are in front and may be trusted about a client's address."),
    WEB_ROOT: z
      .string()
      .optional()
      .describe('The built web app; without it the gateway serves the API alone.'),
    AUTH_URL: serviceUrl('auth'),
    CONNECTION_URL: serviceUrl('connection'),
    VALIDATION_URL: serviceUrl('validation'),
    ORCHESTRATOR_URL: serviceUrl('migration orchestrator'),
    HEADER_SECONDS: limit
      .default(10)
      .describe(
        "How long a request's headers may take: longer than browsers keep an unused connection ready is not needed.",
      ),
    BODY_SECONDS: limit
      .default(20)
      .describe(
        'How long a whole request may take, body included: 100 kB within it are 40 kbit/s, which any phone has.',
      ),
    STRANGER_CONNECTIONS_PER_ADDRESS: limit
      .default(1_000)
      .describe(
        'Connections of one address that never showed a session: more than 150 people of one office can open the sign-in page in the same second, with six each. Does not hold behind proxies (TRUST_PROXY), which alone see addresses.',
      ),
    REQUESTS_PER_PERSON: limit
      .default(1_000)
      .describe(
        'Calls of one signed-in person in 10 seconds, at one gateway: a dozen tabs and all of a long list chosen together stay far below.',
      ),
    REQUESTS_PER_COMPANY: limit
      .default(3_000)
      .describe(
        'The same for one company. A person who made less than a hundredth of it is served even then.',
      ),
    DOWNLOAD_STALL_SECONDS: limit
      .default(15)
      .describe('How long the reader of a file may read none of it before its download ends.'),
    CONNECTIONS_PER_USER: limit
      .default(200)
      .describe(
        'Connections that one signed-in person holds, at most 12 once three quarters of all are taken: a browser has six. Does not hold behind proxies.',
      ),
    CONNECTIONS_IN_ALL: limit
      .default(12_000)
      .describe(
        'Connections to one gateway, half of them for people who are signed in; behind proxies, all of them.',
      ),
    LIVE_STREAMS_PER_COMPANY: limit
      .default(500)
      .describe(
        'Live streams of one company in one gateway, at most 50 once three quarters of all are open.',
      ),
    LIVE_STREAMS_IN_ALL: limit
      .default(6_000)
      .describe('Live streams of one gateway: its memory is what they cost.'),
    SIGN_INS: limit
      .default(300)
      .describe(
        'Sign-ins to one account from one address in 15 minutes, right passwords included: more than any person needs.',
      ),
    SIGN_INS_PER_ADDRESS: limit
      .default(3_000)
      .describe('The same for one address, whatever the account: an office that comes to work at nine.'),
    HASHES_AT_ONCE: limit
      .default(3)
      .describe(
        'How many calls that hash a password one account may have running or waiting concurrently: a user has one.',
      ),
    HASHES_AT_ONCE_PER_ADDRESS: limit
      .default(16)
      .describe(
        'The same for one address: half of the room for all, so that one office leaves the other half to the world.',
      ),
    SIGN_IN_TRIES_OF_STRANGERS: limit
      .default(50)
      .describe(
        'Wrong passwords for one account in an hour from all addresses without an earlier sign-in to it.',
      ),
    SIGN_IN_TRIES: limit
      .default(10)
      .describe('Wrong passwords for one account from one address in 15 minutes.'),
    SIGN_IN_TRIES_PER_ADDRESS: limit
      .default(100)
      .describe('Wrong passwords from one address in 15 minutes, whatever the account.'),
    REGISTRATIONS_PER_ADDRESS: limit
      .default(10)
      .describe(
        'From one address in an hour: registrations; invitations of emails that have an account already.',
      ),
    REQUESTS_PER_ADDRESS: limit
      .default(30)
      .describe(
        'From one address in 15 minutes: requests for reset links; passwords set by link; invitations sent; invitations opened.',
      ),
  })
  .refine(
    ({ PUBLIC_URL, TRUST_PROXY }) => !PUBLIC_URL.startsWith('https:') || TRUST_PROXY > 0,
    // The gateway itself speaks http: without this, secure cookies would silently never be set.
    { path: ['TRUST_PROXY'], message: 'must be at least 1 when PUBLIC_URL is https' },
  )
  .superRefine(kafkaIsWhole);
export type GatewayConfig = z.output<typeof gatewayConfig>;
