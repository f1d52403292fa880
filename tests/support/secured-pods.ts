import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { nameOf, type Container, type Manifest, type PodSpec } from '../chart/manifest.ts';

/** A container of the chart, with its owner and pod. */
export interface ChartContainer {
  /** `Deployment/ridgeline-auth`. */
  readonly owner: string;
  readonly pod: PodSpec;
  /** Whether it is an init container. */
  readonly init: boolean;
  readonly container: Container;
}

/** Where the chart mounts files. */
const mounted = '/etc/ridgeline';

/** Every container of `k8s/secured`. */
export function securedContainers(): readonly ChartContainer[] {
  const documents = parseAllDocuments(readFileSync('k8s/secured/manifests.yaml', 'utf8'));
  return containersOf([...documents].map((document) => document.toJS() as Manifest));
}

/** Every container that the given objects create. */
export function containersOf(manifests: readonly Manifest[]): readonly ChartContainer[] {
  return manifests.flatMap((manifest) => {
    const pod = manifest.spec?.template?.spec;
    if (!pod) return [];
    const owner = nameOf(manifest);
    return [
      ...(pod.initContainers ?? []).map((container) => ({ owner, pod, init: true, container })),
      ...pod.containers.map((container) => ({ owner, pod, init: false, container })),
    ];
  });
}

/** A container's variables, with its mounted files in a local folder. */
export function variablesOf({ env = [] }: Container, folder: string): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value = '' }) => [name, value.replace(mounted, folder)]));
}
