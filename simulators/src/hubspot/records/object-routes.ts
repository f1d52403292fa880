import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { bodyAs, createInput, textValues } from '../requests/batch-inputs.ts';
import { batchArchive, batchCreate, batchRead, batchUpdate, batchUpsert } from './batch-routes.ts';
import { DraftCheck, type Draft, type NormalizedValue } from './draft.ts';
import { invalid, malformed, refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { associate, associationTargets } from './inline-associations.ts';
import { nextPage } from '../answers/next-page.ts';
import { recordScopes, type ObjectType } from '../portal/object-types.ts';
import type { CrmRecord } from '../portal/record.ts';
import { recordLookup } from './record-lookup.ts';
import { viewIn, viewRecord, type RecordView } from './record-view.ts';
import { showRecord } from './show-record.ts';
import type { Portal } from '../portal/portal.ts';
import { contactExists, valuesNormalized, valuesNotValid } from '../answers/validation-errors.ts';
import {
  crmRoutes,
  objectTypeIn,
  draftRulesOf,
  requireScope,
  type HubSpotRequest,
} from '../requests/versioned.ts';

const MAX_LIST = 100;
const MAX_LIST_WITH_HISTORY = 50;

const changeInput = createInput.pick({ properties: true });

const wantsArchived = ({ call }: HubSpotRequest): boolean => call.query.get('archived') === 'true';

function recordIn(request: HubSpotRequest, type: ObjectType): CrmRecord {
  const idProperty = request.call.query.get('idProperty') ?? undefined;
  const { portal } = request.subject;
  const find = recordLookup(portal, type, idProperty, { verb: 'read', emailAllowed: true });
  const id = request.params['id'] ?? '';
  const store = portal.records(type);
  const found = wantsArchived(request) ? store.getAny(id) : (find(id) ?? store.mergedInto(id));
  return found?.archived === wantsArchived(request)
    ? found
    : refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });
}

/** A record that was written, and its values that are stored in a different form than they were sent. */
interface Written {
  readonly record: CrmRecord;
  readonly normalized: readonly NormalizedValue[];
}

/** A written record as its answer shows it; only single writes have warnings (docs/vendors/hubspot.md, 2). */
const showWritten = (portal: Portal, type: ObjectType, { record, normalized }: Written) => ({
  ...showRecord(portal, type, record),
  ...(normalized.length > 0 ? { warnings: valuesNormalized(normalized) } : {}),
});

/** Checks and writes one record; refuses with 400 or 409. */
function write(request: HubSpotRequest, type: ObjectType, draft: Draft): Written {
  const { portal } = request.subject;
  const verdict = new DraftCheck({ portal, type, ...draftRulesOf(request) }).verdictOf(draft);
  const writer = { request: request.logNumber, now: portal.now() };
  switch (verdict.kind) {
    case 'invalid':
      return refuse(400, valuesNotValid(verdict.problems, portal.portalId));
    case 'conflict': {
      const id = typeof verdict.owner === 'number' ? null : verdict.owner.id;
      return refuse(409, contactExists(portal.behaviour().conflictNamesId ? id : null));
    }
    case 'write': {
      const record =
        draft.existing === null
          ? portal.records(type).create(verdict.values, writer)
          : portal.records(type).update(draft.existing, verdict.values, writer);
      return { record, normalized: verdict.normalized };
    }
  }
}

/** The maximum number of records per page; half as many with histories. */
function limitIn({ call: { query } }: HubSpotRequest, { propertiesWithHistory }: RecordView): number {
  const max = propertiesWithHistory.length > 0 ? MAX_LIST_WITH_HISTORY : MAX_LIST;
  const limit = Number(query.get('limit') ?? 10);
  return Number.isInteger(limit) && limit >= 1 && limit <= max
    ? limit
    : invalid(`limit must be between 1 and ${max}.`);
}

function list(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const view = viewIn(request.subject.portal, request.call.query);
  const limit = limitIn(request, view);
  const after = Number(request.call.query.get('after') ?? 0);
  if (!Number.isInteger(after)) invalid('The paging cursor is not valid.');
  const found = [
    ...portal
      .records(type)
      .from(after, wantsArchived(request))
      .take(limit + 1),
  ];
  const next = found[limit];
  return ok(
    {
      results: found.slice(0, limit).map((record) => viewRecord(portal, type, record, view)),
      ...(next === undefined ? {} : nextPage(request.call, next.id)),
    },
    Math.min(limit, found.length),
  );
}

function get(request: HubSpotRequest, type: ObjectType): Answer {
  const view = viewIn(request.subject.portal, request.call.query);
  return ok(viewRecord(request.subject.portal, type, recordIn(request, type), view), 1);
}

function create(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const { properties, associations } = bodyAs(createInput, request.body());
  const targets = associationTargets(portal, type, associations);
  const written = write(request, type, { traceId: null, existing: null, values: textValues(properties) });
  associate(portal, type, written.record.id, targets);
  return { status: 201, body: showWritten(portal, type, written), records: 1 };
}

function update(request: HubSpotRequest, type: ObjectType): Answer {
  const existing = recordIn(request, type);
  const values = textValues(bodyAs(changeInput, request.body()).properties);
  if (Object.keys(values).length === 0)
    malformed('No properties found to update, please provide at least one.');
  const written = write(request, type, { traceId: null, existing, values });
  return ok(showWritten(request.subject.portal, type, written), 1);
}

function archive(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const record = portal.records(type).get(request.params['id'] ?? '');
  if (record !== null) portal.archive(type, record, { request: request.logNumber, now: portal.now() });
  return noContent();
}

type Handler = (request: HubSpotRequest, type: ObjectType) => Answer;

const scoped =
  (access: 'read' | 'write', handle: Handler) =>
  (request: HubSpotRequest): Answer => {
    const type = objectTypeIn(request);
    requireScope(request, recordScopes(type, access));
    return handle(request, type);
  };

/** Records, one by one and in batches (docs/vendors/hubspot.md, 4, 7, 8). */
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
    crmRoutes('get', 'objects', '/:object/:id', read(get)),
    crmRoutes('patch', 'objects', '/:object/:id', written(update)),
    crmRoutes('delete', 'objects', '/:object/:id', written(archive)),
  ].flat();
}
