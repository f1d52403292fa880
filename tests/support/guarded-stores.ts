import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProductOptions } from '@ridgeline/devstack';
import { selfSigned, trustAuthority } from '@ridgeline/testkit/self-signed';
import { parseAllDocuments } from 'yaml';
import { nameOf, type Manifest } from '../chart/manifest.ts';

/** What the chart's value set `secured` tells a pod about the stores, and stores that are guarded as it says. */
export interface GuardedStores extends Disposable {
  readonly guard: NonNullable<ProductOptions['guard']>;
  /** The variables of a pod, with the mounted files in a folder of this machine. */
  readonly variables: Readonly<Record<string, string>>;
  /** A file of an authority that signed nothing. */
  readonly foreignAuthority: string;
  /** A file with a wrong password. */
  readonly wrongPassword: string;
}

const mounted = '/etc/ridgeline';
const username = 'ridgeline';
const password = 'canary0of0the0stores';

/** The variables by which the chart leads a pod to the stores, without the addresses. */
async function chartVariables(): Promise<readonly (readonly [string, string])[]> {
  const documents = parseAllDocuments(await readFile('k8s/secured/manifests.yaml', 'utf8'));
  const manifests = [...documents].map((document) => document.toJS() as Manifest);
  const pod = manifests.find((manifest) => nameOf(manifest) === 'Deployment/ridgeline-connection');
  const [container] = pod?.spec?.template?.spec.containers ?? [];
  return (container?.env ?? [])
    .filter(({ name }) => /^(KAFKA_|PG|NODE_)/.test(name) && name !== 'KAFKA_BROKERS')
    .map(({ name, value = '' }) => [name, value] as const);
}

/** Makes an authority with its certificates, lays them out as the chart mounts them, and has this process trust them. */
export async function guardedStores(folder: string): Promise<GuardedStores> {
  const authority = await selfSigned('authority', ['DNS:authority']);
  const foreign = await selfSigned('foreign', ['DNS:foreign']);
  const servers = await selfSigned('stores', ['IP:127.0.0.1'], authority);
  const client = await selfSigned('client', ['DNS:client'], authority);
  const files = {
    'kafka/ca.crt': authority.certificate,
    'kafka/tls.crt': client.certificate,
    'kafka/tls.key': client.key,
    'secrets/kafka-username': username,
    'secrets/kafka-password': password,
    'trusted/ca.crt': authority.certificate,
    'foreign.crt': foreign.certificate,
    'wrong-password': 'wrong0canary',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, { mode: 0o600 });
  }
  const variables = (await chartVariables()).map(([name, value]) => [name, value.replace(mounted, folder)]);
  const trust = trustAuthority(authority.certificate);
  return {
    guard: { ...servers, username, password, clientAuthority: authority.certificate },
    variables: Object.fromEntries(variables) as Record<string, string>,
    foreignAuthority: join(folder, 'foreign.crt'),
    wrongPassword: join(folder, 'wrong-password'),
    [Symbol.dispose]: () => trust[Symbol.dispose](),
  };
}
