import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import { definitionScopes, type ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const anyCustom: Pick<ObjectType, 'name' | 'fullyQualifiedName'> = { name: 'custom', fullyQualifiedName: '' };

const schemaOf = (portal: Portal, type: ObjectType) => ({
  id: type.typeId.split('-')[1],
  objectTypeId: type.typeId,
  fullyQualifiedName: type.fullyQualifiedName,
  name: type.name,
  labels: { singular: type.singular, plural: type.name },
  primaryDisplayProperty: 'name',
  requiredProperties: [],
  searchableProperties: ['name'],
  properties: portal.properties(type).list(),
  associations: [],
  archived: false,
});

const reading =
  (handle: (request: HubSpotRequest) => Answer) =>
  (request: HubSpotRequest): Answer => {
    requireScope(request, definitionScopes(anyCustom));
    return handle(request);
  };

function get({ subject: { portal }, params }: HubSpotRequest): Answer {
  const type = portal.objectType(params['type'] ?? '');
  const isCustom = type?.fullyQualifiedName !== undefined;
  return isCustom ? ok(schemaOf(portal, type)) : refuse(404, { message: 'resource not found' });
}

/** Schemas of custom objects, which the portal's owner defines (HubSpot's reference, "Object schemas"). */
export const schemaRoutes = (): Route<HubSpotCaller>[] => [
  {
    method: 'get',
    path: '/crm-object-schemas/:version/schemas',
    handle: reading(({ subject: { portal } }) =>
      ok({ results: portal.customTypes.map((type) => schemaOf(portal, type)) }),
    ),
  },
  { method: 'get', path: '/crm-object-schemas/:version/schemas/:type', handle: reading(get) },
];
