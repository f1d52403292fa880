import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { cached } from '../servers/native/cache.ts';
import { takeFromWheel } from './wheel.ts';

const KUBERNETES_VERSION = '1.34.0';
const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

const wheel = {
  name: 'kubernetes-validate',
  version: '1.37.0',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
};

const script = `with open(folder + '/definitions.json', 'wb') as out:
    out.write(archive.read('kubernetes_validate/kubernetes-json-schema/v${KUBERNETES_VERSION}-local-strict/_definitions.json'))`;

/**
 * The full path of Kubernetes' own object schemas as one JSON Schema document, in which unknown fields are errors. It is
 * taken once out of the Python package kubernetes-validate. Rejects with what to install where pip is missing.
 */
export async function kubernetesSchemas(log: (line: string) => void = () => undefined): Promise<string> {
  const folder = await cached(CACHE, `kubernetes-schemas-${KUBERNETES_VERSION}`, async (draft) => {
    log(`Downloading the schemas of Kubernetes ${KUBERNETES_VERSION} ...`);
    await takeFromWheel(wheel, { script, folder: draft, wanted: "the schemas of Kubernetes' objects" });
  });
  return join(folder, 'definitions.json');
}
