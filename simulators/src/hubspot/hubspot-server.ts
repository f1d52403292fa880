import type { Express } from 'express';
import { vendorServer } from '../http/vendor-server.ts';
import type { Simulation } from '../simulation.ts';
import { accountRoutes } from './account-routes.ts';
import { associationRoutes } from './association-routes.ts';
import { hubSpotRules } from './hubspot-rules.ts';
import { labelRoutes } from './label-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { ownerRoutes } from './owner-routes.ts';
import { pipelineRoutes } from './pipeline-routes.ts';
import { propertyRoutes } from './property-routes.ts';
import { searchRoutes } from './search.ts';

/** HubSpot's CRM API, the date versions and v3/v4 onto the same state. */
export function hubSpotServer(simulation: Simulation): Express {
  const limits = () => simulation.hubSpotLimits;
  const byToken = (token: string) => simulation.byToken(token);
  const rules = hubSpotRules({
    clock: simulation.clock,
    settings: () => simulation.settings.hubspot,
    limits,
    byToken,
  });
  const routes = [
    ...accountRoutes({ limits, byToken }),
    ...propertyRoutes(),
    ...searchRoutes(),
    ...ownerRoutes(),
    ...pipelineRoutes(),
    ...labelRoutes(),
    ...associationRoutes(),
    ...objectRoutes(),
  ];
  return vendorServer(rules, routes, simulation);
}
