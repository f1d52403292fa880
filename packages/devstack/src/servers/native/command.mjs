// @ts-check
/** Plain JavaScript with Node's own modules, because scripts/bootstrap.mjs runs it before a package is there. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * The full path of a program on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * How a program is run: as another user, or with more environment.
 * @typedef {{ env?: Record<string, string>, cwd?: string, user?: { uid: number, gid: number } }} CommandOptions
 */

/**
 * Runs a program to its end. An exit code other than 0 throws an error that ends with what the program said.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<string>} its standard output
 */
export async function runCommand(program, args, { env, cwd, user } = {}) {
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

/** @param {unknown} error */
function lastWords(error) {
  const said = /** @type {{ stdout?: string, stderr?: string, message?: string }} */ (error);
  const output = `${said.stdout ?? ''}\n${said.stderr ?? ''}`.trim();
  return output === '' ? (said.message ?? String(error)) : output.split('\n').slice(-20).join('\n');
}
