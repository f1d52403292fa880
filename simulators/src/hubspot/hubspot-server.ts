import type { Express } from 'express';
import { vendorServer, type VendorServerParts } from '../http/vendor-server.ts';
import { accountRoutes } from './account/account-routes.ts';
import { associationRoutes } from './associations/association-routes.ts';
import { hubSpotRules, type HubSpotWorld } from './requests/hubspot-rules.ts';
import { singleAssociationRoutes } from './associations/single-association-routes.ts';
import { labelRoutes } from './associations/label-routes.ts';
import { objectRoutes } from './records/object-routes.ts';
import { ownerRoutes } from './account/owner-routes.ts';
import { pipelineRoutes } from './definitions/pipeline-routes.ts';
import { propertyRoutes } from './definitions/property-routes.ts';
import { schemaRoutes } from './definitions/schema-routes.ts';
import { validationRoutes } from './definitions/validation-routes.ts';
import { searchRoutes } from './records/search.ts';

/** HubSpot's CRM API; the date versions and v3/v4 share the same state. */
export function hubSpotServer(world: HubSpotWorld & VendorServerParts): Express {
  const routes = [
    ...accountRoutes(world),
    ...propertyRoutes(),
    ...schemaRoutes(),
    ...validationRoutes(),
    ...searchRoutes(),
    ...ownerRoutes(),
    ...pipelineRoutes(),
    ...labelRoutes(),
    ...associationRoutes(),
    ...singleAssociationRoutes(),
    ...objectRoutes(),
  ];
  return vendorServer(hubSpotRules(world), routes, world);
}
