import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { errorBodySchema } from './errors/error-body.ts';
import { errorStatus, errorText, type ErrorCode } from './errors/catalogue.ts';
import * as contract from './index.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

const nameOf = ({ path, method }: Endpoint): string => `${path} ${method}`;

/** Every endpoint that the gateway offers, by path: all of the contract but those of `internal/`. */
export const publicEndpoints: readonly Endpoint[] = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return $schema ? rest : {};
};

function parameters(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
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

function takesNothing({ params, query }: Endpoint): boolean {
  return parameters(params, 'path').length + parameters(query, 'query').length === 0;
}

/** What every call with a body may be answered. */
const ofBodies: readonly ErrorCode[] = [
  'request.invalid',
  'request.required',
  'request.malformed_json',
  'request.unsupported_media_type',
  'request.too_large',
];

/** Every code that a public endpoint answers: its own, and those that follow from its method, its access and what it takes. */
export function errorsOf(of: Endpoint): readonly ErrorCode[] {
  const writes = of.method !== 'GET';
  const hasBody = writes && of.method !== 'DELETE';
  const codes: ErrorCode[] = ['server.failed', 'server.unavailable'];
  if (!writes) codes.push('request.body_unexpected');
  if (hasBody) codes.push(...ofBodies);
  else if (!takesNothing(of)) codes.push('request.invalid', 'request.required');
  if (of.path.includes('{')) codes.push('request.not_found');
  if (writes) codes.push('request.cross_site');
  if (of.idempotent) codes.push('request.key_malformed', 'request.key_reused');
  if (of.access !== 'public') codes.push('session.missing', 'request.too_many');
  if (of.access !== 'public' && !of.openToRevoked) codes.push('session.access_revoked');
  if (of.access === 'administrator') codes.push('session.forbidden');
  return [...new Set([...codes, ...of.errors])];
}

function operation(of: Endpoint): Json {
  const isJson = of.mediaType === 'application/json';
  return {
    summary: of.summary,
    parameters: [...parameters(of.params, 'path'), ...parameters(of.query, 'query')],
    ...(of.method === 'GET'
      ? {}
      : { requestBody: { content: { 'application/json': { schema: jsonSchema(of.body, 'input') } } } }),
    responses: {
      [of.status]: {
        description: 'Done',
        content: {
          [of.mediaType]: { schema: isJson ? jsonSchema(of.answer, 'output') : { type: 'string' } },
        },
      },
      ...errorAnswers(errorsOf(of)),
    },
    security: of.access === 'public' ? [] : [{ session: [] }],
  };
}

/** The OpenAPI 3.1 document of the public API, derived from the endpoint descriptions. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const of of publicEndpoints) (paths[of.path] ??= {})[of.method.toLowerCase()] = operation(of);
  return {
    openapi: '3.1.0',
    info: { title: 'Ridgeline', version: '1', description: 'Links AccuLynx with HubSpot' },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'ridgeline.sid' } },
    },
  };
}
