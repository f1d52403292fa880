import type { Express } from 'express';
import { ok, type Answer } from '../http/answer.ts';
import { vendorServer, type Route } from '../http/vendor-server.ts';
import type { Simulation } from '../simulation.ts';
import { accuLynxRules } from './acculynx-rules.ts';
import type { AccuLynxCompany } from './company.ts';
import { contactRoutes } from './contact-routes.ts';
import { contactSearchRoute } from './contact-search.ts';
import { contactWriteRoutes } from './contact-write-routes.ts';
import { jobRoutes } from './job-routes.ts';
import type { Quirks } from './paging.ts';
import { withoutNulls } from './render.ts';
import { settingsRoutes } from './settings-routes.ts';
import { userRoutes } from './user-routes.ts';

/** Null properties are left out of every answer, unless the switch says otherwise. */
const trimmed = (quirks: () => Quirks, route: Route<AccuLynxCompany>): Route<AccuLynxCompany> => ({
  ...route,
  handle: (request): Answer => {
    const answer = route.handle(request);
    return quirks().nulls === 'sent' ? answer : { ...answer, body: withoutNulls(answer.body) };
  },
});

/** AccuLynx's data API under `/api/v2`. */
export function accuLynxServer(simulation: Simulation): Express {
  const now = () => simulation.clock.now();
  const quirks = () => simulation.settings.acculynx.quirks;
  const rules = accuLynxRules({
    clock: simulation.clock,
    settings: () => simulation.settings.acculynx,
    limits: () => simulation.accuLynxLimits,
    companyByKey: (key) => simulation.companyByKey(key),
  });
  const ping: Route<AccuLynxCompany> = {
    method: 'get',
    path: '/api/v2/diagnostics/ping',
    handle: () => ok({ date: new Date(now()).toISOString() }),
  };
  const routes = [
    ping,
    contactSearchRoute(quirks),
    ...contactRoutes(now, quirks),
    ...contactWriteRoutes(now, quirks),
    ...jobRoutes(now, quirks),
    ...settingsRoutes(quirks),
    ...userRoutes(quirks),
  ];
  return vendorServer(
    rules,
    routes.map((route) => trimmed(quirks, route)),
    simulation,
  );
}
