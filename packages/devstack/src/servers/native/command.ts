import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The full path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How a program is run: as another user, with more environment. */
export interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
  user?: { uid: number; gid: number };
}

/** Runs a program to its end. An exit code other than 0 throws an error that ends with what the program said. */
export async function runCommand(
  program: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  const { env, cwd, user } = options;
  try {
    const { stdout } = await execute(program, args, {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...user,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${program} failed: ${lastWords(error)}`, { cause: error });
  }
}

function lastWords(error: unknown): string {
  const said = error as { stdout?: string; stderr?: string; message?: string };
  const output = `${said.stdout ?? ''}\n${said.stderr ?? ''}`.trim();
  return output === '' ? (said.message ?? String(error)) : output.split('\n').slice(-20).join('\n');
}
