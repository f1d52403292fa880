import { eventually } from '@ridgeline/testkit/eventually';
import { release, type ClusterCommands } from './commands.ts';

const components = ['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker'];
const selector = `app.kubernetes.io/component in (${components.join(',')})`;
/** A new pod has to be ready before the next one of its component may go. */
const patienceMs = 5 * 60_000;

/**
 * Takes every pod of the product off its node, as `kubectl drain` does: by eviction, each when its disruption budget
 * allows it. The node itself stays open, because it is the only one here: the new pods have no other to go to.
 */
export async function drain(
  { kubectl }: Pick<ClusterCommands, 'kubectl'>,
  log: (line: string) => void,
): Promise<void> {
  const found = await kubectl(['get', 'pods', '--selector', selector, '--output', 'name']);
  for (const name of found.trim().replaceAll('pod/', '').split('\n')) {
    await eventually(() => evict(kubectl, name), { within: patienceMs, what: `the eviction of ${name}` });
    log(`evicted ${name}`);
  }
}

/** Rejects as long as the disruption budget forbids it. */
async function evict(kubectl: ClusterCommands['kubectl'], name: string): Promise<void> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: release } };
  const path = `/api/v1/namespaces/${release}/pods/${name}/eviction`;
  await kubectl(['create', '--raw', path, '--filename', '-'], JSON.stringify(eviction));
}
