import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@ridgeline/testkit/eventually';

const execute = promisify(execFile);

/** The programs that control a real cluster. Each call rejects with the program's output when it fails. */
export interface ClusterCommands {
  /** The script that runs the cluster: up, down, docker, load, expose. */
  readonly script: (...words: readonly string[]) => Promise<string>;
  readonly helm: (...words: readonly string[]) => Promise<string>;
  /** In the release's namespace. */
  readonly kubectl: (words: readonly string[], input?: string) => Promise<string>;
}

/** The release and the namespace of the cluster test. */
export const release = 'ridgeline';

async function run(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  input?: string,
): Promise<string> {
  const running = execute(program, [...words], { env, maxBuffer: 64 * 1024 * 1024 });
  if (input !== undefined) running.child.stdin?.end(input);
  const { stdout } = await running;
  return stdout;
}

/**
 * The commands for the cluster of CLUSTER_SH (default: ../shared/kube/cluster.sh beside the repository), which is started
 * if it does not run.
 */
export async function openCluster(log: (line: string) => void): Promise<ClusterCommands> {
  const path = resolve(process.env['CLUSTER_SH'] ?? '../shared/kube/cluster.sh');
  if (!existsSync(path))
    throw new Error(`There is no ${path}: CLUSTER_SH has to name the script that runs a Kubernetes cluster`);
  const script = (...words: readonly string[]): Promise<string> => run(path, words, process.env);
  log('Building what the cluster consists of (the first time a quarter of an hour) ...');
  await script('build');
  log('Starting the cluster ...');
  const said = await script('up');
  const [, kubeconfig = ''] = /KUBECONFIG=(\S+)/.exec(said) ?? [];
  const [, programs = ''] = /PATH=([^:\s]+)/.exec(said) ?? [];
  const env = {
    ...process.env,
    KUBECONFIG: kubeconfig,
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
  };
  return {
    script,
    helm: (...words) => run('helm', [...words, '--namespace', release], env),
    kubectl: (words, input) => run('kubectl', ['--namespace', release, ...words], env, input),
  };
}

const components = ['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker'];
const selector = `app.kubernetes.io/component in (${components.join(',')})`;
/** The time limit: a new pod must be ready before the next one of its component may be evicted. */
const patienceMs = 5 * 60_000;

/**
 * Takes every pod of the product off its node, as `kubectl drain` does: by eviction, each when its disruption budget allows
 * it. The node itself stays schedulable, because the new pods have no other node.
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
