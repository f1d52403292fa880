/** The parts of Kubernetes objects that the chart's tests check. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly automountServiceAccountToken?: boolean;
  /** Only ConfigMaps have this. */
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: PodTemplate;
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly PolicyRule[];
    readonly egress?: readonly PolicyRule[];
    readonly selector?: Selector & Readonly<Record<string, unknown>>;
    readonly scaleTargetRef?: { readonly name: string };
  };
}

/** Labels that choose pods. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
}

/** One rule of a NetworkPolicy, in either direction. */
export interface PolicyRule {
  readonly ports?: readonly { readonly port: number; readonly protocol: string }[];
  readonly from?: readonly PolicyPeer[];
  readonly to?: readonly PolicyPeer[];
}

interface PolicyPeer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** A pod, as a Deployment, StatefulSet or Job makes it. */
export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly unknown[];
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type: string };
  };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

/** Files that a pod's containers may mount. */
interface Volume {
  readonly name: string;
  readonly secret?: { readonly items?: readonly { readonly key: string; readonly path: string }[] };
  readonly configMap?: { readonly items?: readonly { readonly key: string; readonly path: string }[] };
  readonly [kind: string]: unknown;
}

/** A container of a pod. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources?: {
    readonly requests?: { readonly cpu?: string; readonly memory?: string };
    readonly limits?: { readonly memory?: string };
  };
  readonly readinessProbe?: unknown;
  readonly livenessProbe?: unknown;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly privileged?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  };
}

/** `Deployment/ridgeline-auth`. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;
