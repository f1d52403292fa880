import { validateHubspotProperties } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import type { PropertyService } from './property-service.ts';

/** `POST /api/validate-hubspot-properties`: asked by the connection form before it saves. */
export function propertyRoutes(router: Router, properties: PropertyService): void {
  bindForUser(router, validateHubspotProperties, ({ body }) =>
    properties(body, { create: body.createProperties }),
  );
}
