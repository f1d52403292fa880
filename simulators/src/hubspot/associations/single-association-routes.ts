import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import { nextPage } from '../answers/next-page.ts';
import { batchAnswer } from '../requests/batch-answer.ts';
import { bodyAs } from '../requests/batch-inputs.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, type HubSpotRequest } from '../requests/versioned.ts';
import { associate, createdAssociation } from './associate.ts';
import { associatedWith, associationType, endsIn, labelIds, type Ends } from './association-ends.ts';
import { associationPage } from './association-page.ts';

const idsIn = ({ params }: HubSpotRequest): [string, string] => [params['id'] ?? '', params['toId'] ?? ''];

/** Associates the two records of the path; a missing one is a 404. */
function associateOne(request: HubSpotRequest, ends: Ends, labels: readonly number[]): void {
  if (associate(request.subject.portal, ends, idsIn(request), { labels }) !== null)
    refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });
}

/** One pair, by HubSpot's own type; repeating it is harmless. */
function putDefault(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  associateOne(request, ends, []);
  const [fromId, toId] = idsIn(request);
  const spec = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: ends.typeId };
  const result = { from: { id: fromId }, to: { id: toId }, associationSpec: spec };
  return batchAnswer(portal, portal.now(), 200, [result], []);
}

/** One pair with labels. */
function putLabelled(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const labels = labelIds(portal, ends, bodyAs(z.array(associationType).min(1), request.body()));
  associateOne(request, ends, labels);
  const [fromId, toId] = idsIn(request);
  return {
    status: 201,
    body: createdAssociation(portal, ends, fromId, toId, labels),
    headers: { Location: request.call.path },
  };
}

function remove(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const [fromId, toId] = idsIn(request);
  request.subject.portal.associations.remove(ends.from, fromId, ends.to, toId);
  return noContent();
}

function list(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'read');
  const { query } = request.call;
  const all = associatedWith(request.subject.portal, ends, request.params['id'] ?? '');
  const { items, next } = associationPage(all, query.get('after'), Number(query.get('limit') ?? 500));
  return ok({ results: items, ...(next === null ? {} : nextPage(request.call, next)) });
}

/** Associations one by one (docs/vendors/hubspot.md, 10). */
export function singleAssociationRoutes(): Route<HubSpotCaller>[] {
  return [
    crmRoutes('get', 'objects', '/:from/:id/associations/:to', list),
    crmRoutes('put', 'objects', '/:from/:id/associations/default/:to/:toId', putDefault),
    crmRoutes('put', 'objects', '/:from/:id/associations/:to/:toId', putLabelled),
    crmRoutes('delete', 'objects', '/:from/:id/associations/:to/:toId', remove),
  ].flat();
}
