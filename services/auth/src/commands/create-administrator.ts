import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { emailSchema, personNameSchema } from '@ridgeline/contracts';
import { AppError, loadConfig } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import { z } from 'zod';
import { adminCompanyIdsSchema } from '../accounts/account.ts';
import { makeAdministrator, type AdministratorMade } from '../administration/administrator-account.ts';
import { createPasswordHasher, ofCommand, owaspCost } from '../passwords/password-hasher.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';

/**
 * `node services/auth/src/commands/create-administrator.ts --email <address> --company <one of ADMIN_COMPANY_IDS>
 * [--first-name <name>] [--last-name <name>] [--password-stdin]`
 *
 * Reads the password from standard input, so that no process list shows it; without `--password-stdin` the
 * running service sends a mail with a link to set one. Needs DATABASE_URL and ADMIN_COMPANY_IDS. Exits with 0 also when
 * the email is an administrator's already, with 2 when it was called wrongly, and with 1 when it could not be done.
 */
const usage =
  'create-administrator --email <address> --company <id> [--first-name <name>] [--last-name <name>]';

const said: Readonly<Record<AdministratorMade, string>> = {
  created: 'The administrator was created',
  'is-administrator': 'There is an administrator with this email already; nothing was changed',
  revoked:
    'The email belongs to an administrator whose access is revoked; nothing was changed. Another administrator can restore it in User Management. If there is none, make one with another email.',
  taken:
    'The email belongs to a user of another company; nothing was changed. An administrator can move that user in User Management. If there is none, make one with another email.',
};

function readArguments(administrators: ReadonlySet<string>) {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      company: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
  });
  return z
    .object({
      email: emailSchema,
      company: z.string().refine((id) => administrators.has(id), 'is not one of ADMIN_COMPANY_IDS'),
      'first-name': personNameSchema,
      'last-name': personNameSchema,
      'password-stdin': z.boolean(),
    })
    .parse(values);
}

/** A random password, for an account whose owner sets the real one through an emailed link. */
const randomPassword = (): string => randomBytes(32).toString('base64url');

async function readPassword(email: string): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  checkNewPassword(password, { email });
  return password;
}

async function main(): Promise<void> {
  const { DATABASE_URL: url, ADMIN_COMPANY_IDS: administrators } = loadConfig(
    z.object({ DATABASE_URL: z.url(), ADMIN_COMPANY_IDS: adminCompanyIdsSchema }),
  );
  const given = readArguments(administrators);
  const sendLink = !given['password-stdin'];
  const password = sendLink ? randomPassword() : await readPassword(given.email);
  const hasher = await createPasswordHasher(owaspCost, ofCommand);
  await using db = openDatabase({ url, applicationName: 'create-administrator', max: 1 });
  const made = await makeAdministrator(
    { db, administrators },
    {
      email: given.email,
      companyId: given.company,
      firstName: given['first-name'] ?? undefined,
      lastName: given['last-name'] ?? undefined,
      passwordHash: await hasher.hash(password),
      sendLink,
    },
  );
  process.stdout.write(`${said[made]}\n`);
  if (made === 'taken' || made === 'revoked') process.exitCode = 1;
}

/** The message for the terminal, and whether the command line itself was wrong. */
function explain(error: unknown): { text: string; exitCode: number } {
  if (error instanceof z.ZodError) return { text: `${z.prettifyError(error)}\n${usage}`, exitCode: 2 };
  if (error instanceof AppError) return { text: error.text, exitCode: 1 };
  const text = error instanceof Error ? error.message : String(error);
  return { text, exitCode: error instanceof TypeError ? 2 : 1 };
}

try {
  await main();
} catch (error) {
  const { text: explanation, exitCode } = explain(error);
  process.stderr.write(`${explanation}\n`);
  process.exitCode = exitCode;
}
