import { ok } from '../http/answer.ts';
import { textValues, createInput, inputsOf } from '../hubspot/requests/batch-inputs.ts';
import { allValues } from '../hubspot/portal/computed-properties.ts';
import { objectTypeOf, type ObjectType } from '../hubspot/portal/object-types.ts';
import type { Portal } from '../hubspot/portal/portal.ts';
import type { CrmRecord } from '../hubspot/portal/record.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { found, listAnswer, type ControlRequest, type ControlRoute } from './control-route.ts';
import { sourceRoutes } from './source-routes.ts';

const writeCount = (record: CrmRecord, action: 'created' | 'updated'): number =>
  record.history.filter((entry) => entry.action === action).length;

const summary = (type: ObjectType, record: CrmRecord) => ({
  id: record.id,
  archived: record.archived,
  created: writeCount(record, 'created'),
  updated: writeCount(record, 'updated'),
  properties: allValues(type, record),
});

function hubSpotRoutes(simulation: Simulation): ControlRoute[] {
  const portalIn = ({ params }: ControlRequest): Portal =>
    found(simulation.portal(Number(params['portalId'])), 'portal');
  const typeIn = ({ params }: ControlRequest): ObjectType =>
    found(objectTypeOf(params['object'] ?? ''), 'object type');
  const base = '/__sim/hubspot/:portalId';
  return [
    {
      method: 'get',
      path: `${base}/properties/:object`,
      about: 'Lists the property definitions of a portal.',
      handle: (request) => ok(portalIn(request).properties(typeIn(request)).list()),
    },
    {
      method: 'get',
      path: `${base}/:object`,
      about:
        'Lists all records (contacts or deals) that are not archived, with how often each was created and updated.',
      handle: (request) => {
        const type = typeIn(request);
        const records = [...portalIn(request).records(type).all()];
        return listAnswer(
          records.map((record) => summary(type, record)),
          request.ndjson,
        );
      },
    },
    {
      method: 'post',
      path: `${base}/:object`,
      about:
        'Puts records {inputs: [{properties}]} into a portal as if they had always been there, without any check.',
      handle: (request) => {
        const portal = portalIn(request);
        const records = inputsOf(createInput, request.body, 100_000).map(({ properties }) =>
          portal.records(typeIn(request)).create(textValues(properties), { request: 0, now: portal.now() }),
        );
        return { status: 201, body: { ids: records.map(({ id }) => id) } };
      },
    },
    {
      method: 'get',
      path: `${base}/:object/:id/history`,
      about:
        'Shows every write of a record: action, time, number of the request in the log, changed properties.',
      handle: (request) =>
        ok(
          found(
            portalIn(request)
              .records(typeIn(request))
              .getAny(request.params['id'] ?? ''),
            'record',
          ).history,
        ),
    },
  ];
}

/** All objects of both vendors, for assertions; and ways to put them into a state that no API call brings about. */
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
    ...hubSpotRoutes(simulation),
    ...sourceRoutes(simulation),
  ];
}
