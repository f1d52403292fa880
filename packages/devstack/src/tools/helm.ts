import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';

const HELM_VERSION = '3.22.0';
const BIN = fileURLToPath(new URL('../../../../.ridgeline/bin', import.meta.url));

/** Without inlining and without debug information, Go takes two thirds of the time; Helm is still fast enough. */
const quickBuild = ['-gcflags=all=-l -dwarf=false', '-ldflags=-w'];

/**
 * The full path of Helm 3: the one on the PATH, else one that Go builds from its module once, which takes a minute or
 * more. Rejects with what to install where there is neither.
 */
export async function helmProgram(log: (line: string) => void = () => undefined): Promise<string> {
  const installed = findProgram('helm');
  if (installed !== undefined && (await isHelm3(installed))) return installed;
  const folder = await cached(BIN, `helm-${HELM_VERSION}`, async (draft) => {
    const go = findProgram('go');
    if (go === undefined)
      throw new Error(
        "'helm' (version 3) is not on the PATH, and neither is 'go', which would build it: install one of them",
      );
    log(`Building Helm ${HELM_VERSION} ...`);
    const build = ['install', ...quickBuild, `helm.sh/helm/v3/cmd/helm@v${HELM_VERSION}`];
    await runCommand(go, build, { env: { GOBIN: draft, CGO_ENABLED: '0' }, beside: true });
  });
  return join(folder, 'helm');
}

async function isHelm3(program: string): Promise<boolean> {
  return (await runCommand(program, ['version', '--short'])).startsWith('v3.');
}
