import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const OWNER = {
  id: '5501',
  email: 'owner@example.com',
  type: 'PERSON',
  firstName: 'Portal',
  lastName: 'Owner',
  userId: 20_001,
  createdAt: '2024-03-04T09:30:00.000Z',
  updatedAt: '2026-05-06T07:08:09.010Z',
  archived: false,
  teams: [],
};

/** A fresh portal's only user is its owner; no user has been archived. */
function list(request: HubSpotRequest): Answer {
  requireScope(request, ['crm.objects.owners.read']);
  const { query } = request.call;
  const email = query.get('email');
  const matches = query.get('archived') !== 'true' && (email === null || email === OWNER.email);
  return ok({ results: matches ? [OWNER] : [] });
}

function one(request: HubSpotRequest): Answer {
  requireScope(request, ['crm.objects.owners.read']);
  const own = request.call.query.get('idProperty') === 'userId' ? String(OWNER.userId) : OWNER.id;
  return request.params['ownerId'] === own ? ok(OWNER) : refuse(404, { message: 'resource not found' });
}

/** Owners (docs/vendors/hubspot.md, 13). */
export const ownerRoutes = (): Route<HubSpotCaller>[] => [
  ...crmRoutes('get', 'owners', '', list),
  ...crmRoutes('get', 'owners', '/:ownerId', one),
];
