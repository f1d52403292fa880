import { nameOf, type Container, type Manifest, type PodSpec } from './manifest.ts';

/** A rule of the chart, which returns an object's violations. */
export type Policy = (manifest: Manifest) => readonly string[];

const podOf = (manifest: Manifest): PodSpec | undefined => manifest.spec?.template?.spec;

const podKinds = ['Deployment', 'StatefulSet', 'Job'];

/** A rule for every pod, or only for the pods of some kinds of objects. */
const ofPods =
  (rule: (pod: PodSpec) => boolean, kinds: readonly string[] = podKinds): Policy =>
  (manifest) => {
    const pod = podOf(manifest);
    return pod === undefined || !kinds.includes(manifest.kind) || rule(pod) ? [] : [nameOf(manifest)];
  };

/** A rule for every container, including init containers. */
const ofContainers =
  (rule: (container: Container) => boolean): Policy =>
  (manifest) => {
    const pod = podOf(manifest);
    const all = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];
    return all.filter((container) => !rule(container)).map(({ name }) => `${nameOf(manifest)} ${name}`);
  };

const secretWords = /(PASSWORD|SECRET|TOKEN|_KEYS?|DATABASE_URL|REDIS_URL|SMTP_URL|OWNER_URL|ADMIN_URL)$/;

/** Allows for delays between the kubelet, the process and its end. */
const marginSeconds = 5;

/** The rules for every pod and container, whatever the values: PodSecurity 'restricted' and more. */
export const podPolicies: Readonly<Record<string, Policy>> = {
  'A pod runs as a user who is not root': ofPods(
    ({ securityContext: context }) => context?.runAsNonRoot === true && (context.runAsUser ?? 0) > 0,
  ),
  'A pod has the default seccomp profile': ofPods(
    ({ securityContext: context }) => context?.seccompProfile?.type === 'RuntimeDefault',
  ),
  'A pod holds no token of the Kubernetes API': ofPods((pod) => pod.automountServiceAccountToken === false),
  'A pod shares nothing with its node': ofPods(
    (pod) =>
      !pod.hostNetwork &&
      !pod.hostPID &&
      !pod.hostIPC &&
      !pod.volumes?.some((volume) => 'hostPath' in volume),
  ),
  'A container cannot gain rights': ofContainers(
    ({ securityContext: context }) =>
      context?.allowPrivilegeEscalation === false && context.privileged !== true,
  ),
  'A container has no capability': ofContainers(
    ({ securityContext: context }) =>
      context?.capabilities?.drop?.includes('ALL') === true && !context.capabilities.add,
  ),
  'A container cannot write its own files': ofContainers(
    ({ securityContext: context }) => context?.readOnlyRootFilesystem === true,
  ),
  'A container says what it needs, and has an end to its memory': ofContainers(
    ({ resources }) =>
      Boolean(resources?.requests?.cpu) &&
      Boolean(resources?.requests?.memory) &&
      Boolean(resources?.limits?.memory),
  ),
  'An image has a tag, which is not latest': ofContainers(
    ({ image }) => /:[^:/]+$/.test(image) && !image.endsWith(':latest'),
  ),
  'No variable holds a secret, neither itself nor by reference': ofContainers(({ env = [] }) =>
    env.every(({ name, valueFrom }) => valueFrom === undefined && !secretWords.test(name)),
  ),
  'A service has probes for both readiness and life': ofPods(
    ({ containers }) =>
      containers.every(({ readinessProbe, livenessProbe }) => readinessProbe && livenessProbe),
    ['Deployment'],
  ),
  'A service has longer to end than it needs': ofPods(
    ({ containers: [container], terminationGracePeriodSeconds: grace = 0 }) => {
      const finishMs = Number(container?.env?.find(({ name }) => name === 'SHUTDOWN_MS')?.value ?? Infinity);
      const drainSeconds = container?.lifecycle?.preStop?.sleep?.seconds ?? Infinity;
      return grace >= drainSeconds + finishMs / 1_000 + marginSeconds;
    },
    ['Deployment'],
  ),
  'Pods of a service are spread over nodes': ofPods(
    ({ topologySpreadConstraints: constraints = [] }) => constraints.length > 0,
    ['Deployment'],
  ),
  'An account holds no token of the Kubernetes API': (manifest) =>
    manifest.kind !== 'ServiceAccount' || manifest.automountServiceAccountToken === false
      ? []
      : [nameOf(manifest)],
  'The chart makes no Secret': (manifest) => (manifest.kind === 'Secret' ? [nameOf(manifest)] : []),
};
