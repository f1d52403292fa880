import { z } from 'zod';
import { noContent, type Answer } from '../../http/answer.ts';
import { associate, associationTargets } from './inline-associations.ts';
import { batchAnswer, notFoundError } from '../requests/batch-answer.ts';
import {
  bodyAs,
  createInput,
  idInput,
  inputsOf,
  refuseRepeatedIds,
  textValues,
  updateInput,
  type UpdateInput,
} from '../requests/batch-inputs.ts';
import { writeBatch } from './batch-write.ts';
import type { Draft } from './draft.ts';
import { invalid, malformed, refuse } from '../answers/errors.ts';
import type { ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import { comparableId, recordLookup } from './record-lookup.ts';
import { viewRecord } from './record-view.ts';
import { draftRulesOf, type HubSpotRequest } from '../requests/versioned.ts';

/** One address in two inputs of a create or upsert makes the batch fail; the sources disagree about the status. */
function refuseRepeatedEmails(portal: Portal, type: ObjectType, drafts: readonly Draft[]): void {
  if (type.name !== 'contacts') return;
  const emails = drafts
    .map(({ values }) => (values['email'] ?? '').toLowerCase())
    .filter((email) => email !== '');
  const repeated = emails.find((email, index) => emails.indexOf(email) < index);
  if (repeated === undefined) return;
  if (portal.behaviour().repeatedEmail === '409')
    refuse(409, { message: 'Contact already exists.', category: 'CONFLICT' });
  refuseRepeatedIds(emails);
}

export function batchCreate(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const inputs = inputsOf(createInput, request.body());
  const drafts = inputs.map((input) => ({
    traceId: input.objectWriteTraceId ?? null,
    existing: null,
    values: textValues(input.properties),
  }));
  refuseRepeatedEmails(portal, type, drafts);
  const targets = inputs.map(({ associations }) => associationTargets(portal, type, associations));
  return writeBatch({
    portal,
    type,
    kind: 'create',
    drafts,
    missingIds: [],
    idProperty: null,
    request: request.logNumber,
    ...draftRulesOf(request),
    onWritten: (index, record) => {
      associate(portal, type, record.id, targets[index] ?? []);
    },
  });
}

/** All inputs of a batch name their records by the same property. */
function commonIdProperty(inputs: readonly UpdateInput[]): string | undefined {
  const [first, ...others] = new Set(inputs.map(({ idProperty }) => idProperty));
  if (others.length > 0) invalid('All inputs of a batch must have the same idProperty.');
  return first;
}

export function batchUpdate(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const inputs = inputsOf(updateInput, request.body());
  const idProperty = commonIdProperty(inputs);
  const find = recordLookup(portal, type, idProperty, { verb: 'update', emailAllowed: false });
  refuseRepeatedIds(inputs.map(({ id }) => id));
  if (inputs.some(({ properties }) => Object.keys(properties).length === 0)) {
    malformed('No properties found to update, please provide at least one.');
  }
  const found = inputs.map((input) => ({ input, existing: find(input.id) }));
  return writeBatch({
    portal,
    type,
    kind: 'update',
    drafts: found.flatMap(({ input, existing }) =>
      existing === null
        ? []
        : [{ traceId: input.objectWriteTraceId ?? null, existing, values: textValues(input.properties) }],
    ),
    missingIds: found.flatMap(({ input, existing }) => (existing === null ? [input.id] : [])),
    idProperty: idProperty ?? null,
    request: request.logNumber,
    ...draftRulesOf(request),
  });
}

export function batchUpsert(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const inputs = inputsOf(updateInput, request.body());
  const idProperty = commonIdProperty(inputs);
  const find = recordLookup(portal, type, idProperty, { verb: 'upsert', emailAllowed: true });
  if (inputs.some(({ id }) => id.trim() === '')) invalid('An input of the batch has an empty id.');
  refuseRepeatedIds(inputs.map(({ id }) => comparableId(idProperty, id)));
  const drafts: Draft[] = [];
  const missingIds: string[] = [];
  for (const input of inputs) {
    const existing = find(input.id);
    const given = textValues(input.properties);
    if (idProperty === undefined && existing === null) missingIds.push(input.id);
    else {
      const values =
        existing === null && idProperty !== undefined ? { [idProperty]: input.id, ...given } : given;
      drafts.push({ traceId: input.objectWriteTraceId ?? null, existing, values });
    }
  }
  refuseRepeatedEmails(portal, type, drafts);
  return writeBatch({
    portal,
    type,
    kind: 'upsert',
    drafts,
    missingIds,
    idProperty: idProperty ?? null,
    request: request.logNumber,
    ...draftRulesOf(request),
  });
}

const readBody = z.object({
  properties: z.array(z.string()).default([]),
  propertiesWithHistory: z.array(z.string()).default([]),
  idProperty: z.string().optional(),
});

/** Reads records by id or by a unique property; ids of missing records make it a 207. */
export function batchRead(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const startedAt = portal.now();
  const inputs = inputsOf(idInput, request.body());
  const { properties, propertiesWithHistory, idProperty } = bodyAs(readBody, request.body());
  const find = recordLookup(portal, type, idProperty, { verb: 'read', emailAllowed: true });
  refuseRepeatedIds(inputs.map(({ id }) => comparableId(idProperty, id)));
  const found = inputs.map(({ id }) => ({ id, record: find(id) }));
  const view = { properties, propertiesWithHistory, associations: [] };
  const missing = found.flatMap(({ id, record }) => (record === null ? [id] : []));
  return batchAnswer(
    portal,
    startedAt,
    200,
    found.flatMap(({ record }) => (record === null ? [] : [viewRecord(portal, type, record, view)])),
    missing.length > 0 ? [notFoundError(type.singular, missing)] : [],
  );
}

export function batchArchive(request: HubSpotRequest, type: ObjectType): Answer {
  const { portal } = request.subject;
  const store = portal.records(type);
  for (const { id } of inputsOf(idInput, request.body())) {
    const record = store.get(id);
    if (record !== null) portal.archive(type, record, { request: request.logNumber, now: portal.now() });
  }
  return noContent();
}
