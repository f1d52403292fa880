import { noContent, ok } from '../http/answer.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { controlError, type ControlRoute } from './control-route.ts';

/** Faults: added, listed, removed. */
export function faultRoutes(simulation: Simulation): ControlRoute[] {
  return [
    {
      method: 'get',
      path: '/__sim/faults',
      about: 'Lists the faults with how many requests they matched and struck.',
      handle: () => ok(simulation.faults.list()),
    },
    {
      method: 'post',
      path: '/__sim/faults',
      about:
        'Adds a fault {vendor, method?, path?, companyId?, after?, every?, times?, forMs?, probability?, effect: {kind: rate-limit | http-error | reset | hang | cut | garble | slow | revoke | refuse-records | refuse-associations | shift | short-page | malform | assign, …}}.',
      handle: ({ body }) => ({ status: 201, body: { id: simulation.faults.addFrom(body) } }),
    },
    {
      method: 'delete',
      path: '/__sim/faults/:id',
      about: 'Removes a fault.',
      handle: ({ params }) =>
        simulation.faults.remove(Number(params['id'])) ? noContent() : controlError(404, 'Unknown fault.'),
    },
    {
      method: 'delete',
      path: '/__sim/faults',
      about: 'Removes all faults.',
      handle: () => {
        simulation.faults.clear();
        return noContent();
      },
    },
  ];
}
