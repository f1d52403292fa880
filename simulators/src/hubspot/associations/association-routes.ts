import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { defaultTypeId } from '../portal/association-store.ts';
import { batchAnswer, type BatchError } from '../requests/batch-answer.ts';
import { inputsOf } from '../requests/batch-inputs.ts';
import { invalid, refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { recordScopes, type ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import {
  crmRoutes,
  objectTypeIn,
  requireScope,
  versionOf,
  type HubSpotRequest,
} from '../requests/versioned.ts';

const MAX_CREATE = 2_000;
const MAX_READ = 1_000;

const end = z.object({ id: z.coerce.string() });
const pairInput = z.object({ from: end, to: end });
const typed = z.object({ associationCategory: z.string(), associationTypeId: z.int() });
const labelledInput = pairInput.extend({ types: z.array(typed).min(1) });
const archiveInput = z.object({ from: end, to: z.array(end) });
const readInput = end.extend({ after: z.string().optional() });

interface Ends {
  readonly from: ObjectType;
  readonly to: ObjectType;
  readonly typeId: number;
}

function endsIn(request: HubSpotRequest, access: 'read' | 'write'): Ends {
  const [from, to] = [objectTypeIn(request, 'from'), objectTypeIn(request, 'to')];
  for (const type of [from, to]) requireScope(request, recordScopes(type, access));
  const typeId = defaultTypeId(from, to) ?? invalid(`${from.typeId} and ${to.typeId} cannot be associated.`);
  return { from, to, typeId };
}

const missingEnd = (id: string): BatchError => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  subCategory: 'crm.associations.INVALID_IDENTIFIER',
  message: `The identifier ${id} is not valid.`,
  context: { id: [id] },
});

/** The first id of a pair that names no record; null when both do. */
function unknownEnd(portal: Portal, { from, to }: Ends, fromId: string, toId: string): string | null {
  if (portal.records(from).get(fromId) === null) return fromId;
  return portal.records(to).get(toId) === null ? toId : null;
}

const association = ({ typeId }: Ends) => ({ category: 'HUBSPOT_DEFINED', typeId, label: null });

function associateDefault(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const startedAt = portal.now();
  const errors: BatchError[] = [];
  const results = inputsOf(pairInput, request.body(), MAX_CREATE).flatMap(({ from, to }) => {
    const unknown = unknownEnd(portal, ends, from.id, to.id);
    if (unknown !== null) {
      errors.push(missingEnd(unknown));
      return [];
    }
    portal.associations.add(ends.from, from.id, ends.to, to.id);
    const associationSpec = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: ends.typeId };
    return [{ from, to, associationSpec }];
  });
  return { ...batchAnswer(portal, startedAt, 200, results, errors), status: 200 };
}

function create(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const startedAt = portal.now();
  const inputs = inputsOf(labelledInput, request.body(), MAX_CREATE);
  const wrong = inputs
    .flatMap(({ types }) => types)
    .find(({ associationTypeId }) => associationTypeId !== ends.typeId);
  if (wrong !== undefined) {
    invalid(
      `Association type ${wrong.associationTypeId} does not lead from ${ends.from.typeId} to ${ends.to.typeId}.`,
    );
  }
  const errors: BatchError[] = [];
  const results = inputs.flatMap(({ from, to }) => {
    const unknown = unknownEnd(portal, ends, from.id, to.id);
    if (unknown !== null) {
      errors.push(missingEnd(unknown));
      return [];
    }
    portal.associations.add(ends.from, from.id, ends.to, to.id);
    return [
      {
        fromObjectTypeId: ends.from.typeId,
        fromObjectId: Number(from.id),
        toObjectTypeId: ends.to.typeId,
        toObjectId: Number(to.id),
        labels: [],
      },
    ];
  });
  const answer = batchAnswer(portal, startedAt, 201, results, errors);
  return versionOf(request) === '2026-09' ? { ...answer, status: 200 } : answer;
}

function read(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'read');
  const { portal } = request.subject;
  const startedAt = portal.now();
  const results = inputsOf(readInput, request.body(), MAX_READ).flatMap(({ id }) => {
    const to = portal.associations
      .of(ends.from, id, ends.to)
      .map((toId) => ({ toObjectId: Number(toId), associationTypes: [association(ends)] }));
    return to.length === 0 ? [] : [{ from: { id }, to }];
  });
  return batchAnswer(portal, startedAt, 200, results, []);
}

/** Archiving answers 204 in v4 and a batch body in the date versions. */
function archive(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const startedAt = portal.now();
  for (const { from, to } of inputsOf(archiveInput, request.body(), MAX_CREATE)) {
    for (const { id } of to) portal.associations.remove(ends.from, from.id, ends.to, id);
  }
  return versionOf(request) === 'v4' ? noContent() : batchAnswer(portal, startedAt, 200, [], []);
}

function list(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'read');
  const { portal } = request.subject;
  const results = portal.associations
    .of(ends.from, request.params['id'] ?? '', ends.to)
    .map((toId) => ({ toObjectId: Number(toId), associationTypes: [association(ends)] }));
  return ok({ results });
}

/** One pair, by HubSpot's own type; repeating it is harmless. */
function putDefault(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const [fromId, toId] = [request.params['id'] ?? '', request.params['toId'] ?? ''];
  const unknown = unknownEnd(portal, ends, fromId, toId);
  if (unknown !== null) refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });
  portal.associations.add(ends.from, fromId, ends.to, toId);
  const spec = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: ends.typeId };
  const result = { from: { id: fromId }, to: { id: toId }, associationSpec: spec };
  return batchAnswer(portal, portal.now(), 200, [result], []);
}

/** Associations of deals and contacts in batches, read back, and one by one (vendors/hubspot.md 10). */
export function associationRoutes(): Route<HubSpotCaller>[] {
  return [
    crmRoutes('post', 'associations', '/:from/:to/batch/associate/default', associateDefault),
    crmRoutes('post', 'associations', '/:from/:to/batch/create', create),
    crmRoutes('post', 'associations', '/:from/:to/batch/read', read),
    crmRoutes('post', 'associations', '/:from/:to/batch/archive', archive),
    crmRoutes('get', 'objects', '/:from/:id/associations/:to', list),
    crmRoutes('put', 'objects', '/:from/:id/associations/default/:to/:toId', putDefault),
  ].flat();
}
