import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';

const BIN = fileURLToPath(new URL('../../../../.ridgeline/bin', import.meta.url));

/** Where the programs of Prometheus are. */
export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
}

/**
 * The full paths of Prometheus' programs: those on the PATH, else those of Debian's package, which is unpacked once and
 * not installed: no service starts. Rejects with what to install where there is neither.
 */
export async function prometheusPrograms(
  log: (line: string) => void = () => undefined,
): Promise<PrometheusPrograms> {
  const folder = installedIn() ?? join(await unpackedFromDebian(log), 'usr', 'bin');
  return { prometheus: join(folder, 'prometheus'), promtool: join(folder, 'promtool') };
}

function installedIn(): string | undefined {
  const promtool = findProgram('promtool');
  return promtool === undefined || findProgram('prometheus') === undefined ? undefined : dirname(promtool);
}

function unpackedFromDebian(log: (line: string) => void): Promise<string> {
  return cached(BIN, 'prometheus-debian', async (draft) => {
    if (findProgram('apt-get') === undefined || findProgram('dpkg') === undefined)
      throw new Error(
        "'prometheus' and 'promtool' are not on the PATH, and this is no Debian: install Prometheus",
      );
    log("Unpacking Debian's Prometheus ...");
    const download = (): Promise<string> => runCommand('apt-get', ['download', 'prometheus'], { cwd: draft });
    // A fresh machine has no lists of packages yet.
    await download().catch(async () => {
      await runCommand('apt-get', ['update']);
      await download();
    });
    const unpack = 'for package in prometheus_*.deb; do dpkg -x "$package" .; rm "$package"; done';
    await runCommand('sh', ['-ec', unpack], { cwd: draft });
    await rm(join(draft, 'usr', 'share'), { recursive: true, force: true });
  });
}
