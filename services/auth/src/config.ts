import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { databaseUrl, redisUrl, secret, serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { adminCompanyIdsSchema } from './accounts/account.ts';
import { passwordKeysJsonSchema } from './passwords/password-key.ts';

/**
 * Maximum Postgres connections of each pool; docs/operations.md adds them up, including those of listeners. Lists, searches
 * and exports have a pool of their own, where they only wait for one another.
 */
export const poolSizes = { all: 10, reading: 4 };

/** What the auth service needs to run. */
export const authConfig = serviceConfig
  .extend({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...kafkaVariables,
    SMTP_URL: secret(
      z.url({ protocol: /^smtps?$/ }),
      'Where emails are handed in, with user and password if there are any.',
    ),
    MAIL_FROM: z.string().min(3).describe('Whom emails come from: `Ridgeline <no-reply@example.com>`.'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .describe('The address that people open; links in emails begin with it.'),
    PASSWORD_KEY: secret(
      passwordKeysJsonSchema,
      'What passwords are opened with, as JSON: an EC P-256 JWK with a `kid`, or a list of them; clients get the public half of the first one.',
    ),
    ADMIN_COMPANY_IDS: adminCompanyIdsSchema.describe(
      'The two companies whose users are administrators, separated by a comma.',
    ),
    AUDIT_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(7)
      .default(90)
      .describe('How many days lines of the audit trail stay; the last seven always do.'),
  })
  .superRefine(kafkaIsWhole);
