import type { Endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors/error-body.ts';
import { errorStatus, errorText, type ErrorCode } from '../errors/catalogue.ts';
import { idempotencyKeyDescription, idempotencyKeyHeader, idempotencyKeySchema } from '../idempotency-key.ts';
import { errorsOf } from './errors-of.ts';
import { examples, type Example } from './examples.ts';
import { operations, type Operation } from './operations.ts';
import { fieldsOf, jsonSchema, type Json } from './schemas.ts';
import { tagOf, tags } from './tags.ts';

/** Nothing where there is no example: `null` is one. */
const exampleAs = (example: unknown): Json => (example === undefined ? {} : { example });

/** The header of creating calls. */
const idempotencyKey: Json = {
  ...{ name: idempotencyKeyHeader, in: 'header', required: false },
  description: idempotencyKeyDescription,
  schema: jsonSchema(idempotencyKeySchema, 'input'),
};

function parameters({ params, query, idempotent }: Endpoint, example: Example): Json[] {
  const inPath = fieldsOf(params).map(({ name, schema }) => ({
    ...{ name, in: 'path', required: true, schema },
    ...exampleAs(example.params?.[name]),
  }));
  const inQuery = fieldsOf(query).map(({ name, required, schema }) => ({
    ...{ name, in: 'query', required, schema },
    ...exampleAs(example.query?.[name]),
  }));
  return [...inPath, ...inQuery, ...(idempotent ? [idempotencyKey] : [])];
}

function errorAnswers(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => String(errorStatus(code)));
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\`: ${errorText(code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** A body or answer by its media type. */
const content = (mediaType: string, schema: Json, example: unknown): Json => ({
  content: { [mediaType]: { schema, ...exampleAs(example) } },
});

function describe({ id, endpoint: of }: Operation): Json {
  const example = examples[id] ?? {};
  const answer = of.mediaType === 'application/json' ? jsonSchema(of.answer, 'output') : { type: 'string' };
  return {
    operationId: id,
    tags: [tagOf(of.path)],
    summary: of.summary,
    parameters: parameters(of, example),
    ...(of.method === 'GET'
      ? {}
      : { requestBody: content('application/json', jsonSchema(of.body, 'input'), example.body) }),
    responses: {
      [of.status]: { description: 'Done', ...content(of.mediaType, answer, example.answer) },
      ...errorAnswers(errorsOf(of)),
    },
    security: of.access === 'public' ? [] : [{ session: [] }],
  };
}

/** The OpenAPI 3.1 document of the public API, derived from the endpoint descriptions. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation.endpoint;
    (paths[path] ??= {})[method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ridgeline', version: '1', description: 'Links AccuLynx with HubSpot' },
    tags,
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'ridgeline.sid' } },
    },
  };
}
