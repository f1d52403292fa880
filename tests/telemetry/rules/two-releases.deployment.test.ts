import { expect, test } from '@jest/globals';
import { services } from '@ridgeline/devstack';
import { render } from '../../chart/render.ts';
import { promtoolOfTests } from './promtool-of-tests.ts';
import type { RuleCase } from './rule-case.ts';

const promtool = promtoolOfTests();

const ready = (namespace: string, service: string): string =>
  `ridgeline_ready{namespace="${namespace}",service="${service}",instance="${namespace}-${service}"}`;

/** Every process of a release reports the same value. */
const all = (namespace: string, samples: string): Record<string, string> =>
  Object.fromEntries(services.map(({ name: service }) => [ready(namespace, service), samples]));

const cases: readonly RuleCase[] = [
  {
    alert: 'RidgelineServiceDown',
    fault: { ...all('prod', '1x60'), ...all('staging', '1x60'), [ready('prod', 'auth')]: '1x8 stale' },
    names: { namespace: 'prod', service: 'auth' },
    harmless: {
      what: 'the other release is removed',
      series: { ...all('prod', '1x60'), ...all('staging', '1x8 stale') },
    },
  },
  {
    alert: 'RidgelineServiceDown',
    fault: { ...all('prod', '1x60'), ...all('staging', '1x60'), [ready('prod', 'auth')]: '1x8 0x20' },
    names: { namespace: 'prod', service: 'auth' },
    harmless: { what: 'both are well', series: { ...all('prod', '1x60'), ...all('staging', '1x60') } },
  },
];

test('When one Prometheus watches two releases, then the one that works does not hide that the other lacks a service', async () => {
  const objects = await render('monitored', '--namespace', 'prod');
  const rule = objects.find(({ metadata }) => metadata.name === 'ridgeline-processes');
  const rules = await promtool().write('processes.json', rule?.spec);
  expect(await promtool().saidBy('test', 'rules', await promtool().writeTests(rules, cases))).toBe('');
});
