import { z } from 'zod';
import { companySchema } from './configuration/company-spec.ts';
import { settingsSchema } from './configuration/settings.ts';
import type { SimulatorOptions } from './simulators.ts';

const port = z.coerce.number().int().min(0).max(65_535).optional();
const size = z.coerce.number().int().nonnegative().optional();

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();

const environment = z.object({
  SIM_HOST: z.string().optional(),
  SIM_SEED: size,
  SIM_ACCULYNX_PORT: port,
  SIM_HUBSPOT_PORT: port,
  SIM_MAIL_SMTP_PORT: port,
  SIM_MAIL_HTTP_PORT: port,
  SIM_CONTROL_PORT: port,
  SIM_CONTACTS_PER_COMPANY: size,
  SIM_JOBS_PER_COMPANY: size,
  /** A JSON array of companies, as the control API takes them. */
  SIM_COMPANIES: json(z.array(companySchema)),
  /** A JSON object of settings, as far as they differ from the defaults. */
  SIM_SETTINGS: json(settingsSchema),
  SIM_EXIT_WITH_PARENT: z.enum(['0', '1']).default('0'),
});

/** Reads the simulators' options from SIM_… variables; throws a ZodError that names every invalid one. */
export function optionsFrom(variables: NodeJS.ProcessEnv): {
  options: SimulatorOptions;
  exitWithParent: boolean;
} {
  const read = environment.parse(variables);
  return {
    exitWithParent: read.SIM_EXIT_WITH_PARENT === '1',
    options: {
      host: read.SIM_HOST,
      seed: read.SIM_SEED,
      acculynxPort: read.SIM_ACCULYNX_PORT,
      hubspotPort: read.SIM_HUBSPOT_PORT,
      mailSmtpPort: read.SIM_MAIL_SMTP_PORT,
      mailHttpPort: read.SIM_MAIL_HTTP_PORT,
      controlPort: read.SIM_CONTROL_PORT,
      contactsPerCompany: read.SIM_CONTACTS_PER_COMPANY,
      jobsPerCompany: read.SIM_JOBS_PER_COMPANY,
      companies: read.SIM_COMPANIES,
      settings: read.SIM_SETTINGS,
    },
  };
}
