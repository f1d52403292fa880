import type { PropertyDefinition } from '@ridgeline/contracts';
import { createTransport, type TransportOptions } from '@ridgeline/vendor-http';
import { z } from 'zod';
import { accountDetailsSchema, tokenFactsSchema, type AccountDetails, type TokenFacts } from './account.ts';
import {
  batchAnswerSchema,
  recordSchema,
  type BatchAnswer,
  type BatchRead,
  type HubspotRecord,
  type UpdateInput,
  type UpsertInput,
} from './batch.ts';
import { associationCalls, type AssociationCalls } from './association-calls.ts';
import { customObjectsSchema } from './custom-objects.ts';
import { historiesSchema, type Histories } from './histories.ts';
import { hubspotVersion, type HubspotCall, type ObjectPath } from './hubspot-call.ts';
import { hubspotOutcome, type HubspotOutcome } from './hubspot-outcome.ts';
import { problemOf, type HubspotProblem } from './hubspot-problem.ts';
import type { PropertyOption } from './options.ts';
import { pipelinesSchema, type DealPipeline } from './pipelines.ts';
import {
  propertyDetailsListSchema,
  propertyDetailsSchema,
  propertyListSchema,
  type HubspotProperty,
  type PropertyDetails,
} from './properties.ts';

/** The production address of every region; `baseUrl` is scheme and host. */
export const hubspotAddress = 'https://api.hubapi.com';

/** What came of creating properties; a name that exists already is among the problems. */
export interface PropertyCreation {
  readonly created: readonly string[];
  readonly problems: readonly HubspotProblem[];
}

export interface HubspotClient extends AssociationCalls {
  accountDetails(signal?: AbortSignal): Promise<HubspotOutcome<AccountDetails>>;
  /** What the token may do. Its body carries the token: it must never be logged. */
  introspect(signal?: AbortSignal): Promise<HubspotOutcome<TokenFacts>>;
  /**
   * The type ids of the portal's custom objects by their names; none where its plan has no custom objects. Needs the scope
   * `crm.schemas.custom.read`.
   */
  customObjects(signal?: AbortSignal): Promise<HubspotOutcome<ReadonlyMap<string, string>>>;
  listProperties(object: ObjectPath, signal?: AbortSignal): Promise<HubspotOutcome<HubspotProperty[]>>;
  createProperties(
    object: ObjectPath,
    definitions: readonly PropertyDefinition[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<PropertyCreation>>;
  /** All properties with their options. */
  listPropertyDetails(object: ObjectPath, signal?: AbortSignal): Promise<HubspotOutcome<PropertyDetails[]>>;
  /** One property with its options. */
  readProperty(
    object: ObjectPath,
    name: string,
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<PropertyDetails>>;
  /**
   * Replaces the whole list of an enumeration's options: send those that are there as they are (`withOptions`), because one
   * that is left out is removed. HubSpot knows no conditional update: hold a lock from reading to writing. Safe to repeat.
   */
  updateOptions(
    object: ObjectPath,
    name: string,
    options: readonly PropertyOption[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<PropertyDetails>>;
  /** Creates a property group; one that exists already is fine. */
  createPropertyGroup(
    object: ObjectPath,
    group: { readonly name: string; readonly label: string },
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<unknown>>;
  /** The pipelines that deals can stand in, with their stages, each in its order. */
  dealPipelines(signal?: AbortSignal): Promise<HubspotOutcome<DealPipeline[]>>;
  /** What properties of up to 50 records were before, by the records' ids. An id must not stand twice. */
  readHistories(
    object: ObjectPath,
    read: Pick<BatchRead, 'ids' | 'properties'>,
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<Histories>>;
  /** Up to 100 records; those that do not exist are missing from the results. An id must not stand twice. */
  readBatch(object: ObjectPath, read: BatchRead, signal?: AbortSignal): Promise<HubspotOutcome<BatchAnswer>>;
  /**
   * One record. Unlike a batch it also finds one that was merged into another: the answer is the other one, under its own
   * id (vendors/hubspot.md, 18).
   */
  readRecord(
    object: ObjectPath,
    read: { readonly id: string; readonly properties: readonly string[] },
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<HubspotRecord>>;
  /** Whether any record has a value of the property, as far as HubSpot's search knows by now. */
  anyWith(object: ObjectPath, property: string, signal?: AbortSignal): Promise<HubspotOutcome<boolean>>;
  /** Creates or updates up to 100 records by a unique property. Safe to repeat. */
  upsertBatch(
    object: ObjectPath,
    idProperty: string,
    inputs: readonly UpsertInput[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<BatchAnswer>>;
  /** Updates up to 100 records by HubSpot id. Safe to repeat. */
  updateBatch(
    object: ObjectPath,
    inputs: readonly UpdateInput[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<BatchAnswer>>;
}

export type HubspotClientOptions = Omit<TransportOptions, 'vendor'>;

/** An answer that has neither says nothing of what was created. */
const createdPropertiesSchema = z
  .object({
    results: z
      .array(z.object({ name: z.string() }))
      .nullish()
      .catch(null),
    errors: z.array(z.unknown()).nullish().catch(null),
  })
  .refine(({ results, errors }) => results ?? errors)
  .transform(({ results, errors }) => ({ results: results ?? [], errors: errors ?? [] }));

/** The search answers how many there are in all; only whether there are any is asked. */
const searchCountSchema = z.object({ total: z.number() }).transform(({ total }) => total > 0);

/** A client for one HubSpot token. Outcomes are values; only an abort or a hook throws. */
export function createHubspotClient(options: HubspotClientOptions): HubspotClient {
  const transport = createTransport({ vendor: 'HubSpot', ...options });
  const call: HubspotCall = async (schema, request) => hubspotOutcome(await transport(request), schema);
  const batch = (object: ObjectPath, kind: string, body: unknown, signal: AbortSignal | undefined) =>
    call(batchAnswerSchema, {
      method: 'POST',
      path: `/crm/objects/${hubspotVersion}/${object}/batch/${kind}`,
      body,
      signal,
    });
  const propertiesPath = (object: ObjectPath) => `/crm/properties/${hubspotVersion}/${object}`;
  const property = (object: ObjectPath, name: string) => ({
    path: `${propertiesPath(object)}/{name}`,
    inPath: { name },
  });

  return {
    ...associationCalls(call),

    accountDetails: (signal) =>
      call(accountDetailsSchema, {
        method: 'GET',
        path: `/account-info/${hubspotVersion}/details`,
        signal,
      }),

    introspect: (signal) =>
      call(tokenFactsSchema, {
        method: 'POST',
        path: '/oauth/v2/private-apps/get/access-token-info',
        body: { tokenKey: options.secret },
        signal,
      }),

    customObjects: (signal) =>
      call(customObjectsSchema, {
        method: 'GET',
        path: `/crm-object-schemas/${hubspotVersion}/schemas`,
        signal,
      }),

    listProperties: (object, signal) =>
      call(propertyListSchema, { method: 'GET', path: propertiesPath(object), signal }),

    listPropertyDetails: (object, signal) =>
      call(propertyDetailsListSchema, { method: 'GET', path: propertiesPath(object), signal }),

    createProperties: async (object, definitions, signal) => {
      const outcome = await call(createdPropertiesSchema, {
        method: 'POST',
        path: `${propertiesPath(object)}/batch/create`,
        body: { inputs: definitions },
        signal,
      });
      if (outcome.outcome !== 'ok') return outcome;
      const { results, errors } = outcome.value;
      const problems = errors.map((entry) => problemOf(207, entry));
      return { outcome: 'ok', value: { created: results.map(({ name }) => name), problems } };
    },

    readProperty: (object, name, signal) =>
      call(propertyDetailsSchema, { method: 'GET', ...property(object, name), signal }),

    updateOptions: (object, name, options, signal) =>
      call(propertyDetailsSchema, {
        method: 'PATCH',
        ...property(object, name),
        body: { options },
        signal,
      }),

    createPropertyGroup: async (object, group, signal) => {
      const path = `${propertiesPath(object)}/groups`;
      const outcome = await call(z.unknown(), { method: 'POST', path, body: group, signal });
      const exists = outcome.outcome === 'rejected' && outcome.problem.status === 409;
      return exists ? { outcome: 'ok', value: group } : outcome;
    },

    dealPipelines: (signal) =>
      call(pipelinesSchema, { method: 'GET', path: `/crm/pipelines/${hubspotVersion}/deals`, signal }),

    readBatch: (object, { ids, idProperty, properties }, signal) => {
      const inputs = ids.map((id) => ({ id }));
      const by = idProperty === undefined ? {} : { idProperty };
      return batch(object, 'read', { inputs, properties, propertiesWithHistory: [], ...by }, signal);
    },

    readHistories: (object, { ids, properties }, signal) =>
      call(historiesSchema, {
        method: 'POST',
        path: `/crm/objects/${hubspotVersion}/${object}/batch/read`,
        body: { inputs: ids.map((id) => ({ id })), properties: [], propertiesWithHistory: properties },
        signal,
      }),

    readRecord: (object, { id, properties }, signal) =>
      call(recordSchema, {
        method: 'GET',
        path: `/crm/objects/${hubspotVersion}/${object}/{id}`,
        inPath: { id },
        query: { properties: properties.join(',') },
        signal,
      }),

    anyWith: (object, property, signal) =>
      call(searchCountSchema, {
        method: 'POST',
        path: `/crm/objects/${hubspotVersion}/${object}/search`,
        body: {
          filterGroups: [{ filters: [{ propertyName: property, operator: 'HAS_PROPERTY' }] }],
          properties: [property],
          sorts: [],
          limit: 1,
          after: '0',
        },
        signal,
      }),

    upsertBatch: (object, idProperty, inputs, signal) =>
      batch(
        object,
        'upsert',
        {
          inputs: inputs.map(({ id, properties }) => ({
            id,
            idProperty,
            properties,
            objectWriteTraceId: id,
          })),
        },
        signal,
      ),

    updateBatch: (object, inputs, signal) =>
      batch(
        object,
        'update',
        {
          inputs: inputs.map(({ id, traceId, properties }) => ({
            id,
            properties,
            objectWriteTraceId: traceId,
          })),
        },
        signal,
      ),
  };
}
