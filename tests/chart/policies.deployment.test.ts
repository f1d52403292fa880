import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Container, Manifest, PodSpec } from './manifest.ts';
import { podPolicies } from './pod-policies.ts';
import { render, valueSets } from './render.ts';

const rendered = new Map<string, readonly Manifest[]>();

beforeAll(async () => {
  for (const set of valueSets) rendered.set(set, await render(set));
});

function violations(policy: string, manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((manifest) => podPolicies[policy]?.(manifest) ?? []);
}

function theObject(kind: string): Manifest {
  const found = rendered.get('trial')?.find((manifest) => manifest.kind === kind);
  if (!found) throw new Error(`The trial renders no ${kind}`);
  return structuredClone(found);
}

/** A change that breaks one rule: in the first Deployment, its pod or the pod's first container, or in another object. */
type Mutant =
  | { readonly pod: Readonly<Record<string, unknown>> }
  | { readonly container: Readonly<Record<string, unknown>> }
  | { readonly kind: string; readonly change: Readonly<Record<string, unknown>> };

const security = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const podSecurity = { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } };

const mutants: Readonly<Record<keyof typeof podPolicies, readonly Mutant[]>> = {
  'A pod runs as a user who is not root': [
    { pod: { securityContext: { ...podSecurity, runAsNonRoot: false } } },
    { pod: { securityContext: { ...podSecurity, runAsUser: 0 } } },
  ],
  'A pod has the default seccomp profile': [
    { pod: { securityContext: { ...podSecurity, seccompProfile: { type: 'Unconfined' } } } },
  ],
  'A pod holds no token of the Kubernetes API': [{ pod: { automountServiceAccountToken: undefined } }],
  'A pod shares nothing with its node': [
    { pod: { hostNetwork: true } },
    { pod: { hostPID: true } },
    { pod: { hostIPC: true } },
    { pod: { volumes: [{ name: 'node', hostPath: { path: '/' } }] } },
  ],
  'A container cannot gain rights': [
    { container: { securityContext: { ...security, allowPrivilegeEscalation: undefined } } },
    { container: { securityContext: { ...security, privileged: true } } },
  ],
  'A container has no capability': [
    { container: { securityContext: { ...security, capabilities: undefined } } },
    { container: { securityContext: { ...security, capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] } } } },
  ],
  'A container cannot write its own files': [
    { container: { securityContext: { ...security, readOnlyRootFilesystem: false } } },
  ],
  'A container says what it needs, and has an end to its memory': [
    { container: { resources: { requests: { cpu: '1', memory: '1Gi' } } } },
    { container: { resources: { limits: { memory: '1Gi' } } } },
  ],
  'An image has a tag, which is not latest': [
    { container: { image: 'registry:5000/auth' } },
    { container: { image: 'auth:latest' } },
  ],
  'No variable holds a secret, neither itself nor by reference': [
    { container: { env: [{ name: 'REDIS_URL', value: 'redis://redis' }] } },
    {
      container: {
        env: [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'ridgeline', key: 'identity-key' } } }],
      },
    },
  ],
  'A service has probes for both readiness and life': [
    { container: { readinessProbe: undefined } },
    { container: { livenessProbe: undefined } },
  ],
  'A service has longer to end than it needs': [
    { pod: { terminationGracePeriodSeconds: 25 } },
    { container: { lifecycle: undefined } },
  ],
  'Pods of a service are spread over nodes': [{ pod: { topologySpreadConstraints: [] } }],
  'An account holds no token of the Kubernetes API': [
    { kind: 'ServiceAccount', change: { automountServiceAccountToken: true } },
  ],
  'The chart makes no Secret': [{ kind: 'ConfigMap', change: { kind: 'Secret' } }],
};

function mutate(mutant: Mutant): Manifest {
  if ('kind' in mutant) return Object.assign(theObject(mutant.kind), mutant.change);
  const manifest = theObject('Deployment');
  const pod: PodSpec | undefined = manifest.spec?.template?.spec;
  const container: Container | undefined = pod?.containers[0];
  if (!pod || !container) throw new Error('The Deployment has no container');
  if ('pod' in mutant) Object.assign(pod, mutant.pod);
  else Object.assign(container, mutant.container);
  return manifest;
}

describe.each(Object.keys(podPolicies))('%s', (policy) => {
  test.each(valueSets)('in every object of %s', (set) => {
    expect(violations(policy, rendered.get(set) ?? [])).toEqual([]);
  });

  test.each((mutants[policy] ?? []).map((mutant) => [JSON.stringify(mutant), mutant] as const))(
    'and is seen to be broken by %s',
    (_, mutant) => {
      expect(violations(policy, [mutate(mutant)])).not.toEqual([]);
    },
  );

  test('and has something that breaks it', () => {
    expect(mutants[policy]).not.toHaveLength(0);
  });
});
