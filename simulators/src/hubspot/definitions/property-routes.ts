import { z } from 'zod';
import { Refusal, noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { batchAnswer, type BatchError } from '../requests/batch-answer.ts';
import { bodyAs, inputsOf } from '../requests/batch-inputs.ts';
import { refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { definitionScopes, definitionWriteScope, type ObjectType } from '../portal/object-types.ts';
import { propertyChange, propertyInput, type PropertyDefinition } from '../portal/property-definition.ts';
import {
  crmRoutes,
  objectTypeIn,
  requireScope,
  versionOf,
  type HubSpotRequest,
} from '../requests/versioned.ts';

type Handler = (request: HubSpotRequest, type: ObjectType) => Answer;

/** Readers need a reading scope; `crm.schemas.….write` alone is not enough (docs/vendors/hubspot.md, 15). */
const reading =
  (handle: Handler) =>
  (request: HubSpotRequest): Answer => {
    const type = objectTypeIn(request);
    requireScope(request, definitionScopes(type));
    return handle(request, type);
  };

const writing =
  (handle: Handler) =>
  (request: HubSpotRequest): Answer => {
    const type = objectTypeIn(request);
    requireScope(request, [definitionWriteScope(type)]);
    return handle(request, type);
  };

const store = (request: HubSpotRequest, type: ObjectType) => request.subject.portal.properties(type);

const created = (body: PropertyDefinition | object, location: string): Answer => ({
  status: 201,
  body,
  headers: { Location: location },
});

function get(request: HubSpotRequest, type: ObjectType): Answer {
  const definition = store(request, type).get(request.params['name'] ?? '');
  return ok(definition ?? refuse(404, { message: 'resource not found' }));
}

function create(request: HubSpotRequest, type: ObjectType): Answer {
  const definition = store(request, type).create(bodyAs(propertyInput, request.body()));
  return created(definition, `${request.call.path}/${definition.name}`);
}

/** Creates what is missing: names that exist become entries of a 207 (200 in version 2026-09) while the rest is created. */
function batchCreate(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const startedAt = portal.now();
  const results: PropertyDefinition[] = [];
  const errors: BatchError[] = [];
  for (const input of inputsOf(propertyInput, request.body())) {
    try {
      results.push(store(request, type).create(input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(error.answer.body as BatchError);
    }
  }
  const answer = batchAnswer(portal, startedAt, 201, results, errors);
  return versionOf(request) === '2026-09' ? { ...answer, status: 200 } : answer;
}

const namesBody = z.object({ name: z.string() });

function batchRead(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const startedAt = portal.now();
  const found = inputsOf(namesBody, request.body()).flatMap(
    ({ name }) => store(request, type).get(name) ?? [],
  );
  return batchAnswer(portal, startedAt, 200, found, []);
}

function change(request: HubSpotRequest, type: ObjectType): Answer {
  return ok(
    store(request, type).change(request.params['name'] ?? '', bodyAs(propertyChange, request.body())),
  );
}

function archive(request: HubSpotRequest, type: ObjectType): Answer {
  store(request, type).archive(request.params['name'] ?? '');
  return noContent();
}

const groupBody = z.object({ name: z.string().min(1), label: z.string().min(1) });

function createGroup(request: HubSpotRequest, type: ObjectType): Answer {
  const group = store(request, type).createGroup(bodyAs(groupBody, request.body()));
  return created(group, `${request.call.path}/${group.name}`);
}

/** Property definitions and groups (docs/vendors/hubspot.md, 12). */
export function propertyRoutes(): Route<HubSpotCaller>[] {
  return [
    crmRoutes(
      'get',
      'properties',
      '/:object',
      reading((request, type) => ok({ results: store(request, type).list() })),
    ),
    crmRoutes('post', 'properties', '/:object', writing(create)),
    crmRoutes(
      'get',
      'properties',
      '/:object/groups',
      reading((request, type) => ok({ results: store(request, type).groups() })),
    ),
    crmRoutes('post', 'properties', '/:object/groups', writing(createGroup)),
    crmRoutes('post', 'properties', '/:object/batch/create', writing(batchCreate)),
    crmRoutes('post', 'properties', '/:object/batch/read', reading(batchRead)),
    crmRoutes('get', 'properties', '/:object/:name', reading(get)),
    crmRoutes('patch', 'properties', '/:object/:name', writing(change)),
    crmRoutes('delete', 'properties', '/:object/:name', writing(archive)),
  ].flat();
}
