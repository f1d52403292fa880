import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProductOptions } from '@ridgeline/devstack';
import { selfSigned, trustAuthority } from '@ridgeline/testkit/self-signed';
import { securedContainers, variablesOf } from './secured-pods.ts';

/** Stores secured as in the chart's value set `secured`, and how pods are configured for them. */
export interface GuardedStores extends Disposable {
  readonly guard: NonNullable<ProductOptions['guard']>;
  /** The folder with the files that the chart mounts. */
  readonly folder: string;
  /** The variables that a pod needs to reach the stores, without their addresses. */
  readonly variables: Readonly<Record<string, string>>;
}

const username = 'ridgeline';

/** The components as which the chart's pods sign in at Kafka; here all of them share one user. */
const kafkaUsers = ['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker', 'operator'];

/** Must never appear in a log. */
export const storesPassword = 'canary0of0the0stores';

/** In addition to the mounted files: an authority that signed nothing, and a password that is invalid. */
export const wrong = { authority: 'wrong/ca.crt', password: 'wrong/password' };

/** Creates an authority with its certificates, places them where the chart mounts them, and makes this process trust them. */
export async function guardedStores(folder: string): Promise<GuardedStores> {
  const authority = await selfSigned('authority', ['DNS:authority']);
  const stores = await selfSigned('stores', ['IP:127.0.0.1'], authority);
  const client = await selfSigned('client', ['DNS:client'], authority);
  const files = {
    'kafka/ca.crt': authority.certificate,
    'kafka/tls.crt': client.certificate,
    'kafka/tls.key': client.key,
    ...Object.fromEntries(kafkaUsers.map((user) => [`secrets/${user}-kafka-username`, username])),
    ...Object.fromEntries(kafkaUsers.map((user) => [`secrets/${user}-kafka-password`, storesPassword])),
    'trusted/ca.crt': authority.certificate,
    [wrong.authority]: (await selfSigned('foreign', ['DNS:foreign'])).certificate,
    [wrong.password]: `not-${storesPassword}`,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, { mode: 0o600 });
  }
  const trust = trustAuthority(authority.certificate);
  return {
    guard: { ...stores, username, password: storesPassword, clientAuthority: authority.certificate },
    folder,
    variables: leadingToStores(folder),
    [Symbol.dispose]: () => trust[Symbol.dispose](),
  };
}

/** Taken from a service that uses all three. */
function leadingToStores(folder: string): Record<string, string> {
  const service = securedContainers().find(({ container }) => container.name === 'connection');
  const variables = Object.entries(service ? variablesOf(service.container, folder) : {});
  return Object.fromEntries(
    variables.filter(([name]) => /^(KAFKA_|PG|NODE_)/.test(name) && name !== 'KAFKA_BROKERS'),
  );
}
