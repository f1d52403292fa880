import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { topics } from '@ridgeline/events';
import { inCheckout } from './image-files.ts';
import type { Manifest } from './manifest.ts';

/** The options of kubectl's subcommands that the documentation uses, and whether each has a value. */
const grammar: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  get: { '-o': true, '-l': true },
  describe: { '-l': true },
  logs: { '--previous': false, '--prefix': false, '--since': true, '--tail': true, '-c': true, '-l': true },
  top: { '--containers': false, '-l': true },
  'rollout restart': { '-l': true },
  'rollout status': {},
  scale: { '--replicas': true, '-l': true },
  annotate: {},
  apply: { '-f': true },
  exec: {},
  'create namespace': {},
  create: { '-f': true },
  delete: {},
};

/** The resource names that the documentation uses. */
const kinds: Readonly<Record<string, string>> = {
  deployment: 'Deployment',
  job: 'Job',
  scaledobject: 'ScaledObject',
};

/** A command of the documentation: the file and what follows `kubectl`. */
export interface KubectlLine {
  readonly file: string;
  readonly parts: readonly string[];
}

/** The commands between backticks in a text, each up to a pipe. */
export function kubectlLines(file: string, text: string): readonly KubectlLine[] {
  return [...text.matchAll(/`[^`]*?\bkubectl\s+([^`|]+)/g)].map(([, line = '']) => ({
    file,
    parts: line.trim().split(/\s+/),
  }));
}

/** Every command in the runbooks and in the operators' documents. */
export function documentedLines(): readonly KubectlLine[] {
  const runbooks = readdirSync('docs/runbooks').map((file) => `docs/runbooks/${file}`);
  return [...runbooks, 'docs/operations.md', 'docs/kubernetes.md', 'README.md'].flatMap((file) =>
    kubectlLines(file, readFileSync(file, 'utf8')),
  );
}

/** The commands that docs/kubernetes.md tells operators to run in the pods, for a topic. */
export const operatorLines = (): readonly KubectlLine[] =>
  documentedLines()
    .filter(({ file, parts }) => file === 'docs/kubernetes.md' && parts.includes('exec'))
    .map(({ file, parts }) => ({
      file,
      parts: parts.map((word) => (word === '<topic>' ? topics.auditEntry.name : word)),
    }));

interface Parsed {
  readonly verb: string;
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
  /** The command to run in the container. */
  readonly inside: readonly string[];
}

/** Throws if kubectl would reject the command. */
function parse(parts: readonly string[]): Parsed {
  const options = new Map<string, string>();
  const rest: string[] = [];
  const dashes = parts.includes('--') ? parts.indexOf('--') : parts.length;
  const taken = parts.slice(0, dashes);
  const verbs = Object.keys(grammar);
  for (let word = taken.shift(); word !== undefined; word = taken.shift()) {
    const [name = '', value] = word.split('=', 2);
    if (!word.startsWith('-') || word === '-') rest.push(word);
    else if (value !== undefined) options.set(name, value);
    else options.set(name, takesNoValue(name) ? '' : (taken.shift() ?? ''));
  }
  const verb = verbs.find((each) => rest.join(' ').startsWith(each));
  if (verb === undefined) throw new Error(`no such command: ${rest.join(' ')}`);
  for (const [name, value] of options) {
    const known = name === '-n' || grammar[verb]?.[name] !== undefined;
    if (!known) throw new Error(`${verb} has no ${name}`);
    if (value === '' && !takesNoValue(name)) throw new Error(`${name} needs a value`);
  }
  return { verb, options, rest: rest.slice(verb.split(' ').length), inside: parts.slice(dashes + 1) };
}

const takesNoValue = (name: string): boolean =>
  Object.values(grammar).some((options) => options[name] === false);

const labelsOf = (manifest: Manifest): Readonly<Record<string, string>> => ({
  ...manifest.metadata.labels,
  ...manifest.spec?.template?.metadata.labels,
});

/** Resources that a command names but the rendered chart does not have, and parts that kubectl does not accept. */
export function problemsOf({ parts }: KubectlLine, manifests: readonly Manifest[]): readonly string[] {
  let parsed: Parsed;
  try {
    parsed = parse(parts);
  } catch (error) {
    return [(error as Error).message];
  }
  const { verb, options, rest, inside } = parsed;
  const problems: string[] = [];
  const namespaces = new Set(manifests.map(({ metadata }) => metadata.namespace));
  const namespace = verb === 'create namespace' ? rest[0] : options.get('-n');
  if (!namespaces.has(namespace)) problems.push(`nothing is in the namespace ${namespace ?? ''}`);
  for (const pair of options.get('-l')?.split(',') ?? []) {
    const [key = '', value = ''] = pair.split('=');
    if (!manifests.some((manifest) => labelsOf(manifest)[key] === value))
      problems.push(`nothing has ${pair}`);
  }
  const container = options.get('-c');
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  if (container !== undefined && !containers.some(({ name }) => name === container))
    problems.push(`no container is called ${container}`);
  const [kind = '', name] = rest[0]?.includes('/') ? rest[0].split('/') : rest;
  const ofKind = manifests.filter((manifest) => manifest.kind === kinds[kind]);
  if (kinds[kind] !== undefined && name !== undefined) {
    const pattern = new RegExp(`^${name.replace(/<[a-z]+>/g, '[a-z]+')}$`);
    if (!ofKind.some(({ metadata }) => pattern.test(metadata.name)))
      problems.push(`there is no ${kind} ${name}`);
  }
  const [program, module = ''] = inside;
  const pod = ofKind.find(({ metadata }) => metadata.name === name)?.spec?.template?.spec;
  const image = pod?.containers[0]?.image ?? '';
  if (verb === 'exec' && (program !== 'node' || !existsSync(inCheckout(module, image))))
    problems.push(`the image has no ${inside.slice(0, 2).join(' ')}`);
  return problems;
}
