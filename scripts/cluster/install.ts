import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StackDescription } from '@ridgeline/devstack';
import { release, type ClusterCommands } from './commands.ts';
import { imageOf, registry } from './images.ts';

const execute = promisify(execFile);

/** Ports of this machine's loopback at which parts of the release are reached. */
const ports = { gateway: 18_080, acculynx: 18_081, hubspot: 18_082, mail: 18_083, control: 18_084 } as const;

const gateway = `http://127.0.0.1:${ports.gateway}`;

/** How the release is reached from here. */
export type ReachedRelease = Pick<StackDescription, 'gateway' | 'simulators' | 'mail'>;

/** Two replicas each, as in a production deployment; the trial's own values have one. */
const replicas = ['auth', 'connection', 'validation'].map((name) => `components.${name}.replicas=2`);

const words = (tag: string, more: Readonly<Record<string, string>>): readonly string[] => {
  const values = {
    publicUrl: gateway,
    'image.registry': registry,
    'image.tag': tag,
    'trial.postgres.image': imageOf('postgres', tag),
    'trial.redis.image': imageOf('redis', tag),
    'trial.kafka.image': imageOf('kafka', tag),
    ...more,
  };
  const sets = Object.entries(values).flatMap(([name, value]) => ['--set-string', `${name}=${value}`]);
  return [
    release,
    'charts/ridgeline',
    '--values',
    'k8s/trial/values.yaml',
    ...sets,
    '--set',
    replicas.join(','),
    '--wait',
    '--timeout',
    '15m',
  ];
};

/** Creates the namespace, in which only restricted pods may run, and the Secret, and installs the chart. */
export async function install({ helm, kubectl }: ClusterCommands, tag: string): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: release, labels } };
  await kubectl(['apply', '--filename', '-'], JSON.stringify(namespace));
  const command = ['services/auth/src/commands/make-trial-secrets.ts', 'secret', 'ridgeline', release];
  const { stdout: secret } = await execute(process.execPath, command);
  await kubectl(['apply', '--filename', '-'], secret);
  await helm('install', ...words(tag, {}));
}

/** Upgrades the release so that every pod of the product is replaced, as a new version would. */
export async function upgrade({ helm }: ClusterCommands, tag: string): Promise<void> {
  await helm('upgrade', ...words(tag, { 'podAnnotations.upgraded': new Date().toISOString() }));
}

/** Uninstalls the release, with its data. */
export async function uninstall({ helm, kubectl }: ClusterCommands): Promise<void> {
  await helm('uninstall', release, '--ignore-not-found', '--wait');
  await kubectl(['delete', 'namespace', release, '--ignore-not-found', '--wait']);
}

/** Makes the gateway and the simulators reachable from this machine. */
export async function expose({ script, kubectl }: ClusterCommands): Promise<ReachedRelease> {
  const addressOf = (service: string): Promise<string> =>
    kubectl(['get', 'service', `${release}-${service}`, '--output', 'jsonpath={.spec.clusterIP}']);
  const simulators = await addressOf('simulators');
  await script('expose', String(ports.gateway), `${await addressOf('gateway')}:8080`);
  for (const [name, port] of [
    ['acculynx', 8_081],
    ['hubspot', 8_082],
    ['mail', 8_083],
    ['control', 8_084],
  ] as const)
    await script('expose', String(ports[name]), `${simulators}:${port}`);
  const local = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    gateway,
    simulators: {
      acculynx: local(ports.acculynx),
      hubspot: local(ports.hubspot),
      control: local(ports.control),
    },
    mail: { smtp: '', http: local(ports.mail) },
  };
}
