import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';

/** The user to make an administrator. */
export interface AdministratorSeed {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** One of ADMIN_COMPANY_IDS. */
  readonly companyId: string;
}

/** Where the auth service's command is, and the environment that the service itself runs with. */
export interface AdministratorCommand {
  /** The repository's root. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Creates an administrator by the auth service's own command, as an operator would; an existing administrator stays
 * unchanged. Rejects with the command's output when it fails.
 */
export async function createAdministrator(
  { root, env }: AdministratorCommand,
  { email, password, firstName, lastName, companyId }: AdministratorSeed,
): Promise<void> {
  const person = [
    '--email',
    email,
    '--company',
    companyId,
    '--first-name',
    firstName,
    '--last-name',
    lastName,
  ];
  const command = join(root, 'services/auth/src/commands/create-administrator.ts');
  const child = spawn(process.execPath, [command, ...person, '--password-stdin'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // A command that ends before it has read its input reports why; the broken pipe adds nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.end(password);
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`The administrator ${email} could not be made: ${said}`);
}
