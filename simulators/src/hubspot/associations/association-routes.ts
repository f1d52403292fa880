import { z } from 'zod';
import { noContent, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { batchAnswer, type BatchError } from '../requests/batch-answer.ts';
import { inputsOf } from '../requests/batch-inputs.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, versionOf, type HubSpotRequest } from '../requests/versioned.ts';
import { associate, createdAssociation } from './associate.ts';
import { associatedWith, associationType, endsIn, labelIds } from './association-ends.ts';
import { associationPage } from './association-page.ts';

const MAX_CREATE = 2_000;
const MAX_READ = 1_000;

const end = z.object({ id: z.coerce.string() });
const pairInput = z.object({ from: end, to: end });
const labelledInput = pairInput.extend({ types: z.array(associationType).min(1) });
const archiveInput = z.object({ from: end, to: z.array(end) });
const readInput = end.extend({ after: z.string().optional() });

/** Date version 2026-09 answers 200 where the others distinguish created and mixed batches. */
const inVersion = (request: HubSpotRequest, answer: Answer): Answer =>
  versionOf(request) === '2026-09' ? { ...answer, status: 200 } : answer;

/** Faults that refuse particular records of a batch. */
const refusalsOf = (request: HubSpotRequest) =>
  request.sideEffects('refuse-associations').map(({ effect }) => effect);

function associateDefault(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const refusals = refusalsOf(request);
  const { portal } = request.subject;
  const startedAt = portal.now();
  const errors: BatchError[] = [];
  const results = inputsOf(pairInput, request.body(), MAX_CREATE).flatMap(({ from, to }) => {
    const error = associate(portal, ends, [from.id, to.id], { refusals });
    if (error !== null) {
      errors.push(error);
      return [];
    }
    const associationSpec = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: ends.typeId };
    return [{ from, to, associationSpec }];
  });
  return { ...batchAnswer(portal, startedAt, 200, results, errors), status: 200 };
}

function create(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const refusals = refusalsOf(request);
  const { portal } = request.subject;
  const startedAt = portal.now();
  const inputs = inputsOf(labelledInput, request.body(), MAX_CREATE).map(({ types, ...pair }) => ({
    ...pair,
    labels: labelIds(portal, ends, types),
  }));
  const errors: BatchError[] = [];
  const results = inputs.flatMap(({ from, to, labels }) => {
    const error = associate(portal, ends, [from.id, to.id], { labels, refusals });
    if (error === null) return [createdAssociation(portal, ends, from.id, to.id, labels)];
    errors.push(error);
    return [];
  });
  return inVersion(request, batchAnswer(portal, startedAt, 201, results, errors));
}

function read(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'read');
  const { portal } = request.subject;
  const startedAt = portal.now();
  const results = inputsOf(readInput, request.body(), MAX_READ).flatMap(({ id, after }) => {
    const { items, next } = associationPage(associatedWith(portal, ends, id), after);
    const paging = next === null ? {} : { paging: { next: { after: next } } };
    return items.length === 0 ? [] : [{ from: { id }, to: items, ...paging }];
  });
  return batchAnswer(portal, startedAt, 200, results, []);
}

/** Archiving answers 204 in v4 and a batch body in the date versions. */
const archived = (request: HubSpotRequest, startedAt: number): Answer =>
  versionOf(request) === 'v4' ? noContent() : batchAnswer(request.subject.portal, startedAt, 200, [], []);

function archive(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const startedAt = portal.now();
  for (const { from, to } of inputsOf(archiveInput, request.body(), MAX_CREATE)) {
    for (const { id } of to) portal.associations.remove(ends.from, from.id, ends.to, id);
  }
  return archived(request, startedAt);
}

/** Removes labels; the records stay associated. */
function archiveLabels(request: HubSpotRequest): Answer {
  const ends = endsIn(request, 'write');
  const { portal } = request.subject;
  const startedAt = portal.now();
  for (const { from, to, types } of inputsOf(labelledInput, request.body(), MAX_CREATE)) {
    const labels = labelIds(portal, ends, types);
    portal.associations.removeLabels(ends.from, from.id, ends.to, to.id, labels);
  }
  return archived(request, startedAt);
}

/** Associations of deals and contacts in batches (docs/vendors/hubspot.md, 10). */
export function associationRoutes(): Route<HubSpotCaller>[] {
  return [
    crmRoutes('post', 'associations', '/:from/:to/batch/associate/default', associateDefault),
    crmRoutes('post', 'associations', '/:from/:to/batch/create', create),
    crmRoutes('post', 'associations', '/:from/:to/batch/read', read),
    crmRoutes('post', 'associations', '/:from/:to/batch/archive', archive),
    crmRoutes('post', 'associations', '/:from/:to/batch/labels/archive', archiveLabels),
  ].flat();
}
