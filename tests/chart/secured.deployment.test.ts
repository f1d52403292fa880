import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { containersOf, type ChartContainer } from '../support/secured-pods.ts';
import { inCheckout } from './image-files.ts';
import { render, renderText } from './render.ts';

let all: readonly ChartContainer[];
beforeAll(async () => {
  all = containersOf(await render('secured', '--set', 'prepare.createRoles=true'));
});

/** The variables and files that a container needs in addition if it has one of these variables. */
const needs = [
  { having: /^(DATABASE|OWNER|ADMIN)_URL_FILE$/, needed: ['PGSSLMODE', 'NODE_EXTRA_CA_CERTS'] },
  { having: /^(REDIS_URL_FILE|SMTP_URL_FILE|OTEL_EXPORTER_OTLP_ENDPOINT)$/, needed: ['NODE_EXTRA_CA_CERTS'] },
  {
    having: /^KAFKA_BROKERS$/,
    needed: [
      ...['KAFKA_TLS', 'KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'],
      ...['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME_FILE', 'KAFKA_SASL_PASSWORD_FILE'],
    ],
  },
] as const;

/** The variables that a container lacks. */
function lacking({ container }: ChartContainer): string[] {
  const names = (container.env ?? []).map(({ name }) => name);
  return needs
    .filter(({ having }) => names.some((name) => having.test(name)))
    .flatMap(({ needed }) => needed.filter((name) => !names.includes(name)));
}

/** The files that a container's variables name and that no mounted volume holds. */
function notMounted({ pod, container }: ChartContainer): string[] {
  const files = (container.env ?? [])
    .map(({ value = '' }) => value)
    .filter((value) => value.startsWith('/etc/'));
  const holds = (file: string): boolean =>
    (container.volumeMounts ?? []).some(({ name, mountPath }) => {
      if (!file.startsWith(`${mountPath}/`)) return false;
      const volume = pod.volumes?.find((each) => each.name === name);
      const { items } = volume?.secret ?? volume?.configMap ?? { items: [] };
      // Without a list of items, the volume holds all keys.
      return items === undefined || items.some(({ path }) => `${mountPath}/${path}` === file);
    });
  return files.filter((file) => !holds(file));
}

/** A copy of a container with some properties changed. */
function changed(change: (container: ChartContainer) => object): ChartContainer {
  const [first] = all.filter(({ container }) => container.name === 'connection');
  if (!first) throw new Error('There is no such container');
  return { ...first, ...change(first) };
}

/** The keys of both Secrets by which a pod signs in at Kafka, sorted. */
function kafkaKeysOf({ pod }: ChartContainer): string[] {
  const items = (pod.volumes ?? []).flatMap(({ secret }) => secret?.items ?? []);
  return items
    .map(({ key }) => key)
    .filter((key) => /kafka-|tls\./.test(key))
    .sort();
}

const keysOfUser = (user: string): string[] =>
  ['kafka-password', 'kafka-username', 'tls.crt', 'tls.key'].map((key) => `${user}-${key}`);

describe('Where each service has a Kafka user of its own', () => {
  test('every pod is given the keys of its own user and no others, the job those of the operator', () => {
    const deployments = all.filter(({ owner }) => owner.startsWith('Deployment/'));
    expect(deployments.length).toBe(10);
    for (const each of deployments)
      expect(kafkaKeysOf(each)).toEqual(keysOfUser(each.owner.replace('Deployment/ridgeline-', '')));
    for (const each of all.filter(({ owner }) => owner.startsWith('Job/')))
      expect(kafkaKeysOf(each)).toEqual(keysOfUser('operator'));
  });

  test('dead letters are put back by a job with the keys of the operator, which is no part of the release', async () => {
    expect(all.map(({ container }) => container.name)).not.toContain('replay');
    const withJob = containersOf(await render('secured', '--set', 'replay.topic=ridgeline.audit.entry.v1'));
    const [replay] = withJob.filter(({ container }) => container.name === 'replay');
    expect(replay && kafkaKeysOf(replay)).toEqual(keysOfUser('operator'));
    expect(replay && [lacking(replay), notMounted(replay)]).toEqual([[], []]);
    expect(existsSync(inCheckout(replay?.container.args?.[0] ?? '', ''))).toBe(true);
  });

  test('KEDA asks for the lag as the workers', async () => {
    const rendered = await renderText('secured', '--set', 'keda.enabled=true');
    const [, asked = ''] = rendered.split('kind: TriggerAuthentication');
    for (const key of keysOfUser('worker')) expect(asked).toContain(`key: ${key} }`);
  });
});

describe('Where every store is reached by TLS', () => {
  test('every container has what it needs, the job and those before the services too', () => {
    expect(all.length).toBe(15);
    expect(all.map((each) => [each.owner, each.container.name, lacking(each)])).toEqual(
      all.map((each) => [each.owner, each.container.name, []]),
    );
  });

  test('every file that a variable names is mounted', () => {
    expect(all.flatMap(({ container }) => container.env ?? []).length).toBeGreaterThan(100);
    expect(all.flatMap((each) => notMounted(each).map((file) => `${each.owner}: ${file}`))).toEqual([]);
  });

  test('what is missing is seen', () => {
    const without = changed(({ container }) => ({
      container: { ...container, env: container.env?.filter(({ name }) => name !== 'NODE_EXTRA_CA_CERTS') },
    }));
    expect(lacking(without)).toContain('NODE_EXTRA_CA_CERTS');
    const unmounted = changed(({ pod }) => ({
      pod: { ...pod, volumes: pod.volumes?.filter(({ name }) => name !== 'trusted') },
    }));
    expect(notMounted(unmounted)).toEqual(['/etc/ridgeline/trusted/ca.crt']);
  });
});
