import { ok } from '../http/answer.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { ControlRoute } from './control-route.ts';
import { portalRoutes } from './portal-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { settingsSourceRoutes } from './settings-source-routes.ts';
import { sourceRoutes } from './source-routes.ts';

/** All objects of both vendors, for assertions; and ways to put them into states that no API call can cause. */
export function objectRoutes(simulation: Simulation): ControlRoute[] {
  return [
    {
      method: 'get',
      path: '/__sim/counts',
      about: 'Counts the records of every company and portal.',
      handle: () =>
        ok({
          acculynx: simulation.companies.map(({ companyId }) => ({
            companyId,
            contacts: simulation.company(companyId)?.data.contacts.count ?? 0,
            jobs: simulation.company(companyId)?.data.jobs.all().size ?? 0,
          })),
          hubspot: simulation.portals.map((portal) => portal.counts()),
        }),
    },
    ...portalRoutes(simulation),
    ...recordRoutes(simulation),
    ...sourceRoutes(simulation),
    ...settingsSourceRoutes(simulation),
  ];
}
