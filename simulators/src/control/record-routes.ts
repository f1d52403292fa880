import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import { allValues } from '../hubspot/portal/computed-properties.ts';
import type { ObjectType } from '../hubspot/portal/object-types.ts';
import type { Portal } from '../hubspot/portal/portal.ts';
import type { CrmRecord } from '../hubspot/portal/record.ts';
import { createInput, inputsOf, textValues } from '../hubspot/requests/batch-inputs.ts';
import { changeNumber } from '../simulation/change-numbers.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { portalFinder, typeIn } from './control-portal.ts';
import { found, listAnswer, type ControlRequest, type ControlRoute } from './control-route.ts';

/** Counts only writes through the API: those by control calls have no request number. */
const writeCount = (record: CrmRecord, action: 'created' | 'updated'): number =>
  record.history.filter((entry) => entry.action === action && (action === 'created' || entry.request > 0))
    .length;

const summary = (portal: Portal, type: ObjectType, record: CrmRecord) => ({
  id: record.id,
  archived: record.archived,
  created: writeCount(record, 'created'),
  updated: writeCount(record, 'updated'),
  properties: allValues(portal, type, record),
});

const arrivalsQuery = z.object({ property: z.string(), by: z.string() });

/**
 * When a record received which numbers (change-numbers.ts) in a property, in the order of the writes. A number that came
 * with a merge belongs to another record.
 */
const arrivalsOf = ({ history }: CrmRecord, property: string) =>
  history
    .filter(
      ({ request, action, changed }) => (request !== 0 || action === 'created') && changed.includes(property),
    )
    .map(({ at, values }) => ({ at, number: changeNumber(values[property] ?? null) }));

const changeBody = createInput.pick({ properties: true });
const mergeBody = z.strictObject({ into: z.string() });

/** The records of a portal: listed, inserted, and changed, archived and merged as people do in HubSpot. */
export function recordRoutes(simulation: Simulation): ControlRoute[] {
  const portalIn = portalFinder(simulation);
  const typeOf = (request: ControlRequest) => typeIn(portalIn(request), request);
  const base = '/__sim/hubspot/:portalId/:object';
  const recordIn = (request: ControlRequest, id = request.params['id'] ?? ''): CrmRecord =>
    found(portalIn(request).records(typeOf(request)).get(id), 'record');
  const byHand = (request: ControlRequest) => ({ request: 0, now: portalIn(request).now() });
  return [
    {
      method: 'get',
      path: base,
      about:
        'Lists all records (contacts or deals) that are not archived, with how often API calls created and updated each; ?archived=true the archived ones.',
      handle: (request) => {
        const [portal, type] = [portalIn(request), typeOf(request)];
        const archived = request.query.get('archived') === 'true';
        const records = [...portal.records(type).from(0, archived)];
        return listAnswer(
          records.map((record) => summary(portal, type, record)),
          request.ndjson,
        );
      },
    },
    {
      method: 'get',
      path: `${base}/arrivals`,
      about:
        'Lists when each record, archived ones too, got which number: the end ~<n> of ?property=, the record named by its value of ?by=, such as a source id.',
      handle: (request) => {
        const { property, by } = arrivalsQuery.parse(Object.fromEntries(request.query));
        const store = portalIn(request).records(typeOf(request));
        const rows = [false, true].flatMap((archived) =>
          [...store.from(0, archived)].map((record) => ({
            id: record.id,
            by: record.values[by] ?? null,
            archived,
            arrivals: arrivalsOf(record, property),
          })),
        );
        return listAnswer(
          rows.filter(({ arrivals }) => arrivals.length > 0),
          request.ndjson,
        );
      },
    },
    {
      method: 'post',
      path: base,
      about:
        'Puts records {inputs: [{properties}]} into a portal as if they had always been there, without any check.',
      handle: (request) => {
        const records = inputsOf(createInput, request.body, 100_000).map(({ properties }) =>
          portalIn(request).records(typeOf(request)).create(textValues(properties), byHand(request)),
        );
        return { status: 201, body: { ids: records.map(({ id }) => id) } };
      },
    },
    {
      method: 'patch',
      path: `${base}/:id`,
      about:
        'Changes a record {properties} as a person would in HubSpot, without any check: moves a deal by dealstage and pipeline.',
      handle: (request) => {
        const [portal, type] = [portalIn(request), typeOf(request)];
        const values = textValues(changeBody.parse(request.body).properties);
        const changed = portal.records(type).update(recordIn(request), values, byHand(request));
        return ok(summary(portal, type, changed));
      },
    },
    {
      method: 'post',
      path: `${base}/:id/lost-writes`,
      about:
        'Gives a record {properties} without any history of it, as if HubSpot had lost the write of those that it had.',
      handle: (request) => {
        const [portal, type] = [portalIn(request), typeOf(request)];
        const record = recordIn(request);
        portal.records(type).lose(record, textValues(changeBody.parse(request.body).properties));
        return ok(summary(portal, type, record));
      },
    },
    {
      method: 'delete',
      path: `${base}/:id`,
      about: 'Archives a record; nothing is associated with it any more.',
      handle: (request) => {
        portalIn(request).archive(typeOf(request), recordIn(request), byHand(request));
        return noContent();
      },
    },
    {
      method: 'post',
      path: `${base}/:id/merge`,
      about:
        'Merges a record {into} another one, whose values count and which takes what it lacks; answers the {id} of what both became.',
      handle: (request) => {
        const primary = recordIn(request, mergeBody.parse(request.body).into);
        const { id } = portalIn(request).merge(typeOf(request), primary, recordIn(request), byHand(request));
        return ok({ id });
      },
    },
    {
      method: 'get',
      path: `${base}/:id/history`,
      about:
        'Shows every write of a record: action, time, number of the request in the log (0 for a person), changed properties.',
      handle: (request) =>
        ok(
          found(
            portalIn(request)
              .records(typeOf(request))
              .getAny(request.params['id'] ?? ''),
            'record',
          ).history,
        ),
    },
  ];
}
