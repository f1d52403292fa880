import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import { portalOwner } from '../portal/portal-owner.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

function list(request: HubSpotRequest): Answer {
  requireScope(request, ['crm.objects.owners.read']);
  const { query } = request.call;
  const email = query.get('email');
  const matches = query.get('archived') !== 'true' && (email === null || email === portalOwner.email);
  return ok({ results: matches ? [portalOwner] : [] });
}

function one(request: HubSpotRequest): Answer {
  requireScope(request, ['crm.objects.owners.read']);
  const own = request.call.query.get('idProperty') === 'userId' ? String(portalOwner.userId) : portalOwner.id;
  return request.params['ownerId'] === own ? ok(portalOwner) : refuse(404, { message: 'resource not found' });
}

/** Owners (docs/vendors/hubspot.md, 13). */
export const ownerRoutes = (): Route<HubSpotCaller>[] => [
  ...crmRoutes('get', 'owners', '', list),
  ...crmRoutes('get', 'owners', '/:ownerId', one),
];
