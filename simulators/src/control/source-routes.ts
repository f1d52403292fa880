import { z } from 'zod';
import { ok } from '../http/answer.ts';
import type { ListName, SourceChange, SourceList } from '../seed/source-list.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { contactSourceRoutes } from './contact-source-routes.ts';
import { choiceBody, companyFinder, place } from './control-company.ts';
import { expectationsOf } from './expectations.ts';
import { jobSourceRoutes } from './job-source-routes.ts';
import { listAnswer, type ControlRoute } from './control-route.ts';

const insertBody = z.strictObject(place);

const deleted = (list: SourceList, wanted: z.output<typeof choiceBody>): SourceChange =>
  'ids' in wanted ? list.delete(wanted.ids) : list.deleteAt(wanted.at, wanted.count);

/** How one list of a company is shifted, and which ids it holds. */
function shiftRoutes(simulation: Simulation, name: ListName): ControlRoute[] {
  const companyIn = companyFinder(simulation);
  const path = `/__sim/acculynx/:companyId/${name}`;
  return [
    {
      method: 'post',
      path,
      about: `Puts {count} new ${name}, made up from the seed, {at: front | end | <position>} of the listing; answers their ids.`,
      handle: (request) => {
        const { at, count } = insertBody.parse(request.body);
        const list = companyIn(request).data[name];
        const change = list.insert(at, count, simulation.clock.now());
        return { status: 201, body: { ...change, count: list.count } };
      },
    },
    {
      method: 'post',
      path: `${path}/delete`,
      about: `Deletes ${name} by {ids}, or {count} of them {at: front | end | <position>}; answers the ids that went.`,
      handle: (request) => {
        const list = companyIn(request).data[name];
        const change = deleted(list, choiceBody.parse(request.body));
        return ok({ ...change, count: list.count });
      },
    },
    {
      method: 'get',
      path: `${path}/ids`,
      about: `Lists the ids of all ${name} that the listing holds now, in its order.`,
      handle: (request) => ok(companyIn(request).data[name].ids()),
    },
  ];
}

/** AccuLynx's data, bypassing its API: shown in full, changed, shifted. */
export function sourceRoutes(simulation: Simulation): ControlRoute[] {
  const companyIn = companyFinder(simulation);
  const base = '/__sim/acculynx/:companyId';
  return [
    {
      method: 'get',
      path: `${base}/expectations`,
      about: 'Counts a company’s contacts and jobs by oddity, computed from the data as they are now.',
      handle: (request) => ok(expectationsOf(companyIn(request).data)),
    },
    {
      method: 'get',
      path: `${base}/changes`,
      about:
        'Lists what came to and left the listings, oldest first, by control calls, faults and API calls: ?since=<number>.',
      handle: (request) => ok(companyIn(request).data.journal.since(Number(request.query.get('since') ?? 0))),
    },
    {
      method: 'get',
      path: `${base}/changed`,
      about: 'Lists when contacts and jobs were created and changed {kind, id, at}, oldest first.',
      handle: (request) => listAnswer(simulation.changes.list(companyIn(request).companyId), request.ndjson),
    },
    {
      method: 'get',
      path: `${base}/contacts`,
      about: 'Lists all contacts with everything AccuLynx knows of them.',
      handle: (request) => listAnswer([...companyIn(request).data.contacts.all()], request.ndjson),
    },
    ...contactSourceRoutes(simulation),
    ...jobSourceRoutes(simulation),
    ...shiftRoutes(simulation, 'contacts'),
    ...shiftRoutes(simulation, 'jobs'),
  ];
}
