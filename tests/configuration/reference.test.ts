import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { configurations, variablesOf } from '../../scripts/generating/configuration-text.ts';

const byName = z.record(z.string(), z.string());
const componentsSchema = z.record(
  z.string(),
  z.looseObject({ secrets: byName.default({}), calls: byName.default({}) }),
);
const components = componentsSchema.parse(
  parse(readFileSync('charts/ridgeline/files/components.yaml', 'utf8')),
);

/** Where the chart's short name differs from the service's. */
const serviceOf: Readonly<Record<string, string>> = {
  orchestrator: 'migration-orchestrator',
  worker: 'migration-worker',
};

/** The reference's entries for a component's variables. */
function variablesOfComponent(component: string) {
  const schema = configurations[serviceOf[component] ?? component];
  if (!schema) throw new Error(`No service has the configuration of the component ${component}`);
  return variablesOf(schema);
}

test.each(Object.keys(configurations))('Every variable of %s says what it means', (service) => {
  const schema = configurations[service];
  const silent = schema && variablesOf(schema).filter(({ description }) => !description);
  expect(silent?.map(({ name }) => name)).toEqual([]);
});

test.each(Object.keys(components))(
  'The chart gives %s its required secrets as files, and no others',
  (component) => {
    const required = variablesOfComponent(component).filter(({ secret, required }) => secret && required);
    const given = Object.keys(components[component]?.secrets ?? {});
    expect(given.sort()).toEqual(required.map(({ name }) => name).sort());
  },
);

test.each(Object.keys(components))(
  'The chart tells %s the addresses of services that it needs',
  (component) => {
    const services = variablesOfComponent(component).filter(({ description }) =>
      /address of the .* service/.test(description ?? ''),
    );
    const told = Object.keys(components[component]?.calls ?? {});
    expect(told.sort()).toEqual(services.map(({ name }) => name).sort());
  },
);
