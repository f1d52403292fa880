import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { definitionScopes } from '../portal/object-types.ts';
import type { ValidatedProperty } from '../portal/validation-rules.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

function rulesIn(request: HubSpotRequest): readonly ValidatedProperty[] {
  const type = objectTypeIn(request);
  requireScope(request, definitionScopes(type));
  return request.subject.portal.validations(type);
}

const list = (request: HubSpotRequest): Answer => ok({ results: rulesIn(request) });

function ofProperty(request: HubSpotRequest): Answer {
  const found = rulesIn(request).find(({ propertyName }) => propertyName === request.params['name']);
  return ok({ results: found?.propertyValidationRules ?? [] });
}

/** The rules of a portal's admins for values, by object and by property (docs/vendors/hubspot.md, 2). */
export function validationRoutes(): Route<HubSpotCaller>[] {
  return [
    crmRoutes('get', 'property-validations', '/:object', list),
    crmRoutes('get', 'property-validations', '/:object/:name', ofProperty),
  ].flat();
}
