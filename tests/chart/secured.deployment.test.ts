import { beforeAll, describe, expect, test } from '@jest/globals';
import { containersOf, type ChartContainer } from '../support/secured-pods.ts';
import { render } from './render.ts';

let all: readonly ChartContainer[];
beforeAll(async () => {
  all = containersOf(await render('secured', '--set', 'prepare.createRoles=true'));
});

/** What a container that has one of these variables needs besides, to reach what they lead to. */
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

/** Which variables a container lacks. */
function lacking({ container }: ChartContainer): string[] {
  const names = (container.env ?? []).map(({ name }) => name);
  return needs
    .filter(({ having }) => names.some((name) => having.test(name)))
    .flatMap(({ needed }) => needed.filter((name) => !names.includes(name)));
}

/** The files that a container is told of and that no mounted volume holds. */
function notMounted({ pod, container }: ChartContainer): string[] {
  const files = (container.env ?? [])
    .map(({ value = '' }) => value)
    .filter((value) => value.startsWith('/etc/'));
  const holds = (file: string): boolean =>
    (container.volumeMounts ?? []).some(({ name, mountPath }) => {
      if (!file.startsWith(`${mountPath}/`)) return false;
      const volume = pod.volumes?.find((each) => each.name === name);
      const { items } = volume?.secret ?? volume?.configMap ?? { items: [] };
      // Without a list all keys are there.
      return items === undefined || items.some(({ path }) => `${mountPath}/${path}` === file);
    });
  return files.filter((file) => !holds(file));
}

/** A copy of a container that is another one in something. */
function changed(change: (container: ChartContainer) => object): ChartContainer {
  const [first] = all.filter(({ container }) => container.name === 'connection');
  if (!first) throw new Error('There is no such container');
  return { ...first, ...change(first) };
}

describe('Where every store is reached by TLS', () => {
  test('every container has what it needs, the job and those before the services too', () => {
    expect(all.length).toBe(15);
    expect(all.map((each) => [each.owner, each.container.name, lacking(each)])).toEqual(
      all.map((each) => [each.owner, each.container.name, []]),
    );
  });

  test('every file that a container is told of is mounted', () => {
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
