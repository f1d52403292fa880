import { kafkaIsWhole, kafkaVariables } from '@ridgeline/kafka';
import { serviceConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { adminCompanyIdsSchema } from './accounts/administrator-companies.ts';
import { passwordKeyJsonSchema } from './passwords/password-key.ts';

/** What the auth service needs to run. */
export const authConfig = serviceConfig
  .extend({
    DATABASE_URL: z.url(),
    REDIS_URL: z.url(),
    ...kafkaVariables,
    /** Where mails are handed in, with user and password if there are any; best given as SMTP_URL_FILE then. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    /** `Ridgeline <no-reply@example.com>`. */
    MAIL_FROM: z.string().min(3),
    /** The address that people open; links in mails begin with it. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }),
    /** The private key that passwords are opened with: a JWK as JSON; best given as PASSWORD_KEY_FILE. */
    PASSWORD_KEY: passwordKeyJsonSchema,
    ADMIN_COMPANY_IDS: adminCompanyIdsSchema,
    /** How many days lines of the audit trail stay; the last seven always do. */
    AUDIT_RETENTION_DAYS: z.coerce.number().int().min(7).default(90),
  })
  .superRefine(kafkaIsWhole);
