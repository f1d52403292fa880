import { z } from 'zod';
import { gatewayConfig } from '../../gateway/src/config.ts';
import { serviceConfig } from '../../packages/kit/src/lifecycle/service-config.ts';
import { kafkaVariables } from '../../packages/kafka/src/client/kafka-config.ts';
import { authConfig } from '../../services/auth/src/config.ts';
import { connectionConfig } from '../../services/connection/src/config.ts';
import { orchestratorConfig } from '../../services/migration-orchestrator/src/config.ts';
import { workerConfig } from '../../services/migration-worker/src/config.ts';
import { validationConfig } from '../../services/validation/src/config.ts';

const heading = `# Configuration

Every process reads its configuration from environment variables, once, at its start. All problems are printed together, one
per line, by the variable's name and never with a value; a process with a problem ends before it serves anything. An empty
variable counts as missing. Each variable may come from a file instead: \`NAME_FILE\` holds its path. That is the way for those
marked **secret**; the chart mounts them as files of one Secret (\`charts/ridgeline/files/components.yaml\`). The chart's
\`components.<component>.env\` takes the names of this list.

Traces are the OpenTelemetry SDK's own configuration: nothing is recorded without \`OTEL_EXPORTER_OTLP_ENDPOINT\`;
\`OTEL_TRACES_SAMPLER\` and \`OTEL_TRACES_SAMPLER_ARG\` say which traces are kept.

This file is made from the schemas in each \`src/config.ts\` by \`npm run generate\`.
`;

/** The schemas of every service by its name; each holds the common variables too. */
export const configurations: Readonly<Record<string, z.ZodObject>> = {
  gateway: gatewayConfig,
  auth: authConfig,
  connection: connectionConfig,
  validation: validationConfig,
  'migration-orchestrator': orchestratorConfig,
  'migration-worker': workerConfig,
};

const propertySchema = z.object({
  description: z.string().optional(),
  secret: z.boolean().default(false),
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
type Property = z.output<typeof propertySchema>;

/** A variable of the environment as its schema describes it. */
export interface Variable extends Property {
  readonly name: string;
  readonly required: boolean;
}

const jsonSchema = z.object({
  properties: z.record(z.string(), propertySchema),
  required: z.array(z.string()).default([]),
});

/** The variables of a schema, in its order. */
export function variablesOf(schema: z.ZodObject): readonly Variable[] {
  const { properties, required } = jsonSchema.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.entries(properties).map(([name, property]) => ({
    ...property,
    name,
    required: required.includes(name) && property.default === undefined,
  }));
}

const code = (text: string): string => `\`${text}\``;

/** What a value looks like: `integer, 1 to 100`. */
function kindOf({ type = 'text', format, enum: values, ...limits }: Property): string {
  if (values) return values.map(code).join(', ');
  const least =
    limits.minimum ?? (limits.exclusiveMinimum === undefined ? undefined : limits.exclusiveMinimum + 1);
  const most = limits.maximum === Number.MAX_SAFE_INTEGER ? undefined : limits.maximum;
  const bounds = least === undefined ? '' : most === undefined ? `, ≥ ${least}` : `, ${least} to ${most}`;
  const kind = format === 'uri' ? 'URL' : (format ?? (type === 'string' ? 'text' : type));
  return `${kind}${bounds}`;
}

function rowOf(variable: Variable): string {
  const { name, required, secret, description = '' } = variable;
  const given =
    variable.default === undefined ? (required ? '**required**' : 'none') : code(String(variable.default));
  return `| ${[code(name), kindOf(variable), given, secret ? '**secret**' : '', description].join(' | ')} |`;
}

function sectionText(title: string, variables: readonly Variable[]): string {
  const rows = variables.map(rowOf);
  return [
    `## ${title}`,
    '',
    '| Name | Value | Default | Secret | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** The reference of all variables for people. */
export function configurationText(): string {
  const common = variablesOf(serviceConfig);
  const kafka = variablesOf(z.object(kafkaVariables));
  const told = new Set([...common, ...kafka].map(({ name }) => name));
  const sections = Object.entries(configurations).map(([service, schema]) =>
    sectionText(
      service,
      variablesOf(schema).filter(({ name }) => !told.has(name)),
    ),
  );
  return [
    heading,
    sectionText('Every service', common),
    sectionText('The way to Kafka, of every service', kafka),
    ...sections,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
