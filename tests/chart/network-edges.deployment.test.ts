import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Manifest, PolicyRule, Selector } from './manifest.ts';
import { render } from './render.ts';

/** All allowed connections in a trial, where every server is inside the release: the complete list from docs/kubernetes.md. */
const edges = [
  'anybody -> gateway:8080',
  'gateway -> auth:8080',
  'gateway -> connection:8080',
  'gateway -> validation:8080',
  'gateway -> orchestrator:8080',
  'connection -> auth:8080',
  'connection -> validation:8080',
  'connection -> orchestrator:8080',
  'validation -> connection:8080',
  'orchestrator -> connection:8080',
  'orchestrator -> validation:8080',
  'worker -> orchestrator:8080',
  'worker -> connection:8080',
  ...['auth', 'connection', 'validation', 'orchestrator', 'prepare'].map(
    (from) => `${from} -> postgres:5432`,
  ),
  ...['gateway', 'auth', 'connection', 'validation', 'worker'].map((from) => `${from} -> redis:6379`),
  ...['gateway', 'auth', 'connection', 'validation', 'orchestrator', 'worker', 'prepare', 'kafka'].map(
    (from) => `${from} -> kafka:9092`,
  ),
  ...['connection', 'validation', 'worker'].map((from) => `${from} -> simulators:8081`),
  ...['validation', 'worker'].map((from) => `${from} -> simulators:8082`),
  'auth -> simulators:8025',
].sort();

const componentOf = (selector: Selector | undefined): string | undefined =>
  selector?.matchLabels?.['app.kubernetes.io/component'];

/** The connections that rules of one direction allow between pods, as `peer port`; `anybody` if no peer is named. */
function ends(rules: readonly PolicyRule[] | undefined, side: 'from' | 'to'): string[] {
  return (rules ?? []).flatMap(({ ports = [], ...rule }) =>
    ports.flatMap(({ port }) =>
      (rule[side] ?? [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'anybody' } } }])
        .map(({ podSelector }) => componentOf(podSelector))
        .filter((component) => component !== undefined)
        .map((component) => `${component} ${String(port)}`),
    ),
  );
}

function allowed(manifests: readonly Manifest[], side: 'from' | 'to'): string[] {
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ spec }) => {
      const own = componentOf(spec?.podSelector) ?? 'all';
      return ends(side === 'from' ? spec?.ingress : spec?.egress, side).map((end) => {
        const [peer = '', port = ''] = end.split(' ');
        return side === 'from' ? `${peer} -> ${own}:${port}` : `${own} -> ${peer}:${port}`;
      });
    })
    .sort();
}

describe('In a trial', () => {
  let manifests: readonly Manifest[];

  beforeAll(async () => {
    manifests = await render('trial');
  });

  test('exactly the listed calls are let in', () => {
    expect(allowed(manifests, 'from')).toEqual(edges);
  });

  test('exactly the listed calls are let out', () => {
    expect(allowed(manifests, 'to')).toEqual(edges.filter((edge) => !edge.startsWith('anybody')));
  });

  test('every pod is covered by the policy that lets nothing through', () => {
    const deny = manifests.find(({ metadata }) => metadata.name === 'ridgeline-default-deny');
    expect(deny?.spec?.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(deny?.spec?.ingress ?? deny?.spec?.egress).toBeUndefined();
    for (const { spec } of manifests) {
      const labels = spec?.template?.metadata.labels;
      if (labels) expect(labels).toMatchObject(deny?.spec?.podSelector?.matchLabels ?? { none: '' });
    }
  });
});

describe('In production', () => {
  let manifests: readonly Manifest[];

  beforeAll(async () => {
    manifests = await render('secured');
  });

  const egressOf = (component: string): readonly PolicyRule[] =>
    manifests.find(
      ({ kind, spec }) => kind === 'NetworkPolicy' && componentOf(spec?.podSelector) === component,
    )?.spec?.egress ?? [];
  const blocksOf = (component: string): string[] =>
    egressOf(component).flatMap(({ to = [] }) =>
      to.flatMap(({ ipBlock }) => (ipBlock ? [ipBlock.cidr] : [])),
    );

  test.each(['connection', 'validation', 'worker'])(
    '%s reaches public addresses and no private one',
    (component) => {
      const rule = egressOf(component).find(({ to }) =>
        to?.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'),
      );
      expect(rule?.ports).toEqual([{ port: 443, protocol: 'TCP' }]);
      const except = rule?.to?.flatMap(({ ipBlock }) => ipBlock?.except ?? []);
      expect(except).toEqual(
        expect.arrayContaining([
          '10.0.0.0/8',
          '127.0.0.0/8',
          '169.254.0.0/16',
          '172.16.0.0/12',
          '192.168.0.0/16',
          'fc00::/7',
        ]),
      );
    },
  );

  test.each(['gateway', 'auth', 'orchestrator', 'prepare'])('%s reaches no vendor', (component) => {
    expect(blocksOf(component)).not.toContain('0.0.0.0/0');
  });

  test('no rule lets anything out to everywhere', () => {
    const open = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(({ metadata, spec }) =>
        (spec?.egress ?? []).filter(({ to }) => !to?.length).map(() => metadata.name),
      );
    expect(open).toEqual([]);
  });
});
