import { noContent, ok, type Answer } from '../http/answer.ts';
import type { Route } from '../http/vendor-server.ts';
import { bodyAs, createInput, textValues } from './batch-inputs.ts';
import { batchArchive, batchCreate, batchRead, batchUpdate, batchUpsert } from './batch-routes.ts';
import { DraftJudge, type Draft } from './draft.ts';
import { invalid, malformed, refuse } from './errors.ts';
import type { HubSpotCaller } from './hubspot-rules.ts';
import { associate, associationTargets } from './inline-associations.ts';
import type { ObjectType } from './object-types.ts';
import type { CrmRecord } from './record.ts';
import { recordLookup } from './record-lookup.ts';
import { chosenProperties, showRecord } from './show-record.ts';
import { contactExists, valuesNotValid } from './validation-errors.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from './versioned.ts';

const MAX_LIST = 100;

const changeInput = createInput.pick({ properties: true });

/** The property names that the query asks for. */
function namesIn({ call }: HubSpotRequest, type: ObjectType): string[] {
  const given = call.query.getAll('properties').flatMap((names) => names.split(','));
  return given.length === 0
    ? [...type.defaultProperties]
    : [...given, 'hs_object_id', 'createdate', type.modifiedProperty];
}

function show(request: HubSpotRequest, type: ObjectType, record: CrmRecord) {
  const { portal } = request.subject;
  const names = namesIn(request, type);
  return showRecord(type, record, portal.portalId, (all) =>
    chosenProperties(all, names, (name) => portal.properties(type).usable(name) !== null),
  );
}

function recordIn(request: HubSpotRequest, type: ObjectType): CrmRecord {
  const idProperty = request.call.query.get('idProperty') ?? undefined;
  const find = recordLookup(request.subject.portal, type, idProperty, { verb: 'read', emailAllowed: true });
  return (
    find(request.params['id'] ?? '') ??
    refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' })
  );
}

/** Judges and writes one record; refuses with 400 or 409. */
function write(request: HubSpotRequest, type: ObjectType, draft: Draft): CrmRecord {
  const { portal } = request.subject;
  const verdict = new DraftJudge({ portal, type, refusals: request.recordRefusals() }).judge(draft);
  const writer = { request: request.logNumber, now: portal.now() };
  switch (verdict.kind) {
    case 'invalid':
      return refuse(400, valuesNotValid(verdict.problems, portal.portalId));
    case 'conflict': {
      const id = typeof verdict.owner === 'number' ? null : verdict.owner.id;
      return refuse(409, contactExists(portal.behaviour().conflictNamesId ? id : null));
    }
    case 'write':
      return draft.existing === null
        ? portal.records(type).create(verdict.values, writer)
        : portal.records(type).update(draft.existing, verdict.values, writer);
  }
}

function list(request: HubSpotRequest, type: ObjectType): Answer {
  const { query } = request.call;
  const limit = Number(query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIST)
    invalid(`limit must be between 1 and ${MAX_LIST}.`);
  const after = query.get('after');
  const records = [...request.subject.portal.records(type).all()];
  const start = after === null ? 0 : records.findIndex(({ id }) => Number(id) >= Number(after));
  const page = start < 0 ? [] : records.slice(start, start + limit);
  const next = start < 0 ? undefined : records[start + limit];
  return ok(
    {
      results: page.map((record) => show(request, type, record)),
      ...(next === undefined ? {} : { paging: { next: { after: next.id } } }),
    },
    page.length,
  );
}

function create(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const { properties, associations } = bodyAs(createInput, request.body());
  const targets = associationTargets(portal, type, associations);
  const record = write(request, type, { traceId: null, existing: null, values: textValues(properties) });
  associate(portal, type, record.id, targets);
  return { status: 201, body: showRecord(type, record, portal.portalId), records: 1 };
}

function update(request: HubSpotRequest, type: ObjectType): Answer {
  const existing = recordIn(request, type);
  const values = textValues(bodyAs(changeInput, request.body()).properties);
  if (Object.keys(values).length === 0)
    malformed('No properties found to update, please provide at least one.');
  const record = write(request, type, { traceId: null, existing, values });
  return ok(showRecord(type, record, request.subject.portal.portalId), 1);
}

function archive(request: HubSpotRequest, type: ObjectType): Answer {
  const store = request.subject.portal.records(type);
  const record = store.get(request.params['id'] ?? '');
  if (record !== null)
    store.archive(record, { request: request.logNumber, now: request.subject.portal.now() });
  return noContent();
}

type Handler = (request: HubSpotRequest, type: ObjectType) => Answer;

const scoped =
  (access: 'read' | 'write', handle: Handler) =>
  (request: HubSpotRequest): Answer => {
    const type = objectTypeIn(request);
    requireScope(request, [`crm.objects.${type.name}.${access}`]);
    return handle(request, type);
  };

/** Records of contacts and deals, one by one and in batches (vendors/hubspot.md 4, 7, 8). */
export function objectRoutes(): Route<HubSpotCaller>[] {
  const read = (handle: Handler) => scoped('read', handle);
  const written = (handle: Handler) => scoped('write', handle);
  return [
    crmRoutes('post', 'objects', '/:object/batch/create', written(batchCreate)),
    crmRoutes('post', 'objects', '/:object/batch/read', read(batchRead)),
    crmRoutes('post', 'objects', '/:object/batch/update', written(batchUpdate)),
    crmRoutes('post', 'objects', '/:object/batch/upsert', written(batchUpsert)),
    crmRoutes('post', 'objects', '/:object/batch/archive', written(batchArchive)),
    crmRoutes('get', 'objects', '/:object', read(list)),
    crmRoutes('post', 'objects', '/:object', written(create)),
    crmRoutes(
      'get',
      'objects',
      '/:object/:id',
      read((request, type) => ok(show(request, type, recordIn(request, type)), 1)),
    ),
    crmRoutes('patch', 'objects', '/:object/:id', written(update)),
    crmRoutes('delete', 'objects', '/:object/:id', written(archive)),
  ].flat();
}
