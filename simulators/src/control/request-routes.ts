import { z } from 'zod';
import { pathPattern } from '../faults/path-pattern.ts';
import { noContent, ok } from '../http/answer.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { listAnswer, type ControlRoute } from './control-route.ts';

const filter = z.strictObject({
  vendor: z.enum(['acculynx', 'hubspot']).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  companyId: z.string().optional(),
  status: z.coerce.number().optional(),
  since: z.coerce.number().optional(),
  limit: z.coerce.number().optional(),
  format: z.string().optional(),
});

/** The log of the requests that reached a vendor. */
export function requestRoutes({ log }: Simulation): ControlRoute[] {
  return [
    {
      method: 'get',
      path: '/__sim/requests',
      about: 'Lists requests, oldest first: ?vendor=&method=&path=&companyId=&status=&since=<number>&limit=.',
      handle: ({ query, ndjson }) => {
        const { path, vendor, method, companyId, status, since, limit } = filter.parse(
          Object.fromEntries(query),
        );
        const matches = path === undefined ? undefined : pathPattern(path);
        const found = log.list({ vendor, method, companyId, status, since, limit, path: matches });
        return ndjson ? listAnswer(found, true) : ok({ total: log.total, requests: found });
      },
    },
    {
      method: 'get',
      path: '/__sim/requests/counts',
      about:
        'Counts requests, batch inputs and answers by vendor, method and route; exact also for what the log dropped.',
      handle: () => ok({ total: log.total, counters: log.counters() }),
    },
    {
      method: 'delete',
      path: '/__sim/requests',
      about: 'Empties the log and its counters.',
      handle: () => {
        log.clear();
        return noContent();
      },
    },
  ];
}
