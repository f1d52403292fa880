import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { kubernetesSchemas } from '@ridgeline/devstack';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { nameOf, type Manifest } from './manifest.ts';
import { helm, render, renderedFolder, reviewedText, valueSets } from './render.ts';

const downloadMs = 300_000;

/** Operators that a cluster may have define the objects of these groups, not Kubernetes. */
const foreign = /^(monitoring\.coreos\.com|keda\.sh|gateway\.networking\.k8s\.io)\//;

interface Schemas {
  readonly $id: string;
  readonly $defs: Readonly<
    Record<string, { readonly properties?: Readonly<Record<string, { enum?: string[] }>> }>
  >;
}

/** Returns what Kubernetes would not understand in an object, including unknown fields. */
let problemsOf: (manifest: Manifest) => readonly string[];

beforeAll(async () => {
  const schemas = JSON.parse(readFileSync(await kubernetesSchemas(), 'utf8')) as Schemas;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, schemas: [schemas] });
  problemsOf = ({ apiVersion, kind, ...rest }) => {
    const definition = Object.entries(schemas.$defs).find(
      ([, { properties = {} }]) =>
        properties['apiVersion']?.enum?.includes(apiVersion) && properties['kind']?.enum?.includes(kind),
    );
    if (!definition) return [`there is no ${apiVersion} ${kind}`];
    const validate = ajv.getSchema(`${schemas.$id}#/$defs/${definition[0]}`);
    if (validate?.({ apiVersion, kind, ...rest }) === true) return [];
    return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
}, downloadMs);

describe.each(valueSets)('The chart with the values of %s', (set) => {
  test('makes the manifests in k8s, which were reviewed there', async () => {
    const reviewed = readFileSync(join(renderedFolder, set, 'manifests.yaml'), 'utf8');
    // If this fails, review the difference that "npm run generate" produces, and commit it if it is intended.
    expect(await reviewedText(set)).toBe(reviewed);
  });

  test('makes objects that Kubernetes knows, field by field', async () => {
    const own = (await render(set)).filter(({ apiVersion }) => !foreign.test(apiVersion));
    expect(own.length).toBeGreaterThan(20);
    expect(own.flatMap((each) => problemsOf(each).map((problem) => `${nameOf(each)}: ${problem}`))).toEqual(
      [],
    );
  });

  test('passes "helm lint --strict"', async () => {
    const values = join('k8s', set, 'values.yaml');
    const words = ['lint', '--strict', '--quiet', '--kube-version', '1.34.0', 'charts/ridgeline'];
    await helm(...words, '--values', values);
  });
});

test('When an object has a field that Kubernetes does not know, then the field is named', async () => {
  const [service] = (await render('minimal')).filter(({ kind }) => kind === 'Service');
  expect(problemsOf({ ...service, spec: { replica: 1 } } as unknown as Manifest).join()).toContain('/spec');
});

test('No object stands twice under one name', async () => {
  for (const set of valueSets) {
    const names = (await render(set)).map(nameOf);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('Every file of dashboards and rules is in the cluster', async () => {
  const monitored = await render('monitored');
  const { kinds } = { kinds: monitored.map(({ kind }) => kind) };
  expect(kinds).toContain('PrometheusRule');
  expect(monitored.map(nameOf)).toContain('ConfigMap/ridgeline-dashboard-overview');
});

test('When dashboards are enabled, then each file of the chart is one ConfigMap, with the runbooks of the installation', async () => {
  const folder = 'charts/ridgeline/dashboards';
  const files = readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const own = text.replaceAll(
      'https://ridgeline.example/docs/runbooks',
      'https://wiki.example.com/ridgeline/runbooks',
    );
    return [file, JSON.parse(own)] as const;
  });
  const maps = (await render('monitored')).filter(({ metadata }) => metadata.name.includes('-dashboard-'));
  const rendered = maps
    .flatMap(({ data = {} }) => Object.entries(data))
    .map(([file, text]) => [file, JSON.parse(text)] as const);
  expect(Object.fromEntries(rendered)).toEqual(Object.fromEntries(files));
  expect(maps.length).toBe(files.length);
});
