import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { defaultTypeId } from '../portal/association-types.ts';
import { bodyAs } from '../requests/batch-inputs.ts';
import { invalid, refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { definitionScopes, recordScopes, type ObjectType } from '../portal/object-types.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const MAX_LABELS = 50;

const labelInput = z.object({
  name: z.string().min(1),
  label: z.string().min(1),
  inverseLabel: z.string().min(1).optional(),
});
const labelChange = z.object({
  associationTypeId: z.int(),
  label: z.string().min(1),
  inverseLabel: z.string().min(1).optional(),
});

function pairIn(request: HubSpotRequest, access: 'read' | 'write'): [ObjectType, ObjectType] {
  const pair: [ObjectType, ObjectType] = [objectTypeIn(request, 'from'), objectTypeIn(request, 'to')];
  for (const type of pair)
    requireScope(request, access === 'read' ? definitionScopes(type) : recordScopes(type, 'write'));
  return pair;
}

function list(request: HubSpotRequest): Answer {
  const [from, to] = pairIn(request, 'read');
  const typeId = defaultTypeId(from, to) ?? invalid(`${from.typeId} and ${to.typeId} cannot be associated.`);
  const unlabelled = { category: 'HUBSPOT_DEFINED', typeId, label: null };
  return ok({ results: [unlabelled, ...request.subject.portal.labels.of(from, to)] });
}

/** The 51st label of a pair is refused with a status that only these endpoints have (docs/vendors/hubspot.md, 10). */
function create(request: HubSpotRequest): Answer {
  const [from, to] = pairIn(request, 'write');
  const { labels } = request.subject.portal;
  if (labels.of(from, to).length >= MAX_LABELS)
    refuse(437, { message: `At most ${MAX_LABELS} labels are allowed between two objects.` });
  const { label, inverseLabel } = bodyAs(labelInput, request.body());
  return ok({ results: labels.create(from, to, label, inverseLabel ?? label) });
}

function change(request: HubSpotRequest): Answer {
  const [from, to] = pairIn(request, 'write');
  const { associationTypeId, label, inverseLabel } = bodyAs(labelChange, request.body());
  const { labels } = request.subject.portal;
  return labels.rename(from, to, associationTypeId, label, inverseLabel ?? label)
    ? noContent()
    : refuse(404, { message: 'resource not found' });
}

function archive(request: HubSpotRequest): Answer {
  const [from, to] = pairIn(request, 'write');
  return request.subject.portal.labels.remove(from, to, Number(request.params['typeId']))
    ? noContent()
    : refuse(404, { message: 'resource not found' });
}

/** Definitions of association labels. What is associated carries the pair's default type only. */
export const labelRoutes = (): Route<HubSpotCaller>[] =>
  [
    crmRoutes('get', 'associations', '/:from/:to/labels', list),
    crmRoutes('post', 'associations', '/:from/:to/labels', create),
    crmRoutes('put', 'associations', '/:from/:to/labels', change),
    crmRoutes('delete', 'associations', '/:from/:to/labels/:typeId', archive),
  ].flat();
