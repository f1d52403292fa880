import { createTransport, type CallSignals, type TransportOptions } from '@ridgeline/vendor-http';
import type { PropertyDefinition } from '@ridgeline/contracts';
import { z } from 'zod';
import { accountDetailsSchema, tokenFactsSchema, type AccountDetails, type TokenFacts } from './account.ts';
import {
  batchAnswerSchema,
  historiesSchema,
  recordSchema,
  type BatchAnswer,
  type BatchRead,
  type Histories,
  type HubspotRecord,
  type UpdateInput,
  type UpsertInput,
} from './batch.ts';
import { associationCalls, type AssociationCalls } from './associations/association-calls.ts';
import { hubspotVersion, type HubspotCall, type ObjectPath } from './hubspot-call.ts';
import { customObjectsSchema } from './custom-objects.ts';
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
import { searchCalls, type SearchCalls } from './search-calls.ts';
import { ownerSchema, userNameIn } from './user-name.ts';

/** The production address of every region; `baseUrl` is scheme and host. */
export const hubspotAddress = 'https://api.hubapi.com';

/** The result of creating properties; a name that exists already is among the problems. */
export interface PropertyCreation {
  readonly created: readonly string[];
  readonly problems: readonly HubspotProblem[];
}

export interface HubspotClient extends AssociationCalls, SearchCalls {
  accountDetails(signals?: CallSignals): Promise<HubspotOutcome<AccountDetails>>;
  /**
   * What a user of the portal is called; null where HubSpot does not know the user any more, or the token lacks the scope
   * `crm.objects.owners.read`.
   */
  userName(userId: string, signals?: CallSignals): Promise<HubspotOutcome<string | null>>;
  /** What the token may do. Its body carries the token: it must never be logged. */
  introspect(signals?: CallSignals): Promise<HubspotOutcome<TokenFacts>>;
  /**
   * The type ids of the portal's custom objects by their names; none where its plan has no custom objects. Needs the scope
   * `crm.schemas.custom.read`.
   */
  customObjects(signals?: CallSignals): Promise<HubspotOutcome<ReadonlyMap<string, string>>>;
  listProperties(object: ObjectPath, signals?: CallSignals): Promise<HubspotOutcome<HubspotProperty[]>>;
  createProperties(
    object: ObjectPath,
    definitions: readonly PropertyDefinition[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<PropertyCreation>>;
  /** All properties with their options. */
  listPropertyDetails(object: ObjectPath, signals?: CallSignals): Promise<HubspotOutcome<PropertyDetails[]>>;
  /** One property with its options. */
  readProperty(
    object: ObjectPath,
    name: string,
    signals?: CallSignals,
  ): Promise<HubspotOutcome<PropertyDetails>>;
  /**
   * Replaces an enumeration's whole list of options: send the existing ones unchanged (`withOptions`), because an omitted
   * one is removed. HubSpot has no conditional update: hold a lock from reading to writing. Safe to repeat.
   */
  updateOptions(
    object: ObjectPath,
    name: string,
    options: readonly PropertyOption[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<PropertyDetails>>;
  /** Creates a property group; one that exists already is fine. */
  createPropertyGroup(
    object: ObjectPath,
    group: { readonly name: string; readonly label: string },
    signals?: CallSignals,
  ): Promise<HubspotOutcome<unknown>>;
  /** The pipelines for deals, with their stages, each in its order. */
  dealPipelines(signals?: CallSignals): Promise<HubspotOutcome<DealPipeline[]>>;
  /** Past values of properties of up to 50 records, by the records' ids. No id may be repeated. */
  readHistories(
    object: ObjectPath,
    read: Pick<BatchRead, 'ids' | 'properties'>,
    signals?: CallSignals,
  ): Promise<HubspotOutcome<Histories>>;
  /** Up to 100 records; those that do not exist are missing from the results. No id may be repeated. */
  readBatch(object: ObjectPath, read: BatchRead, signals?: CallSignals): Promise<HubspotOutcome<BatchAnswer>>;
  /**
   * One record. Unlike a batch it also finds one that was merged into another: the answer is the other one, under its own
   * id (docs/vendors/hubspot.md, 18).
   */
  readRecord(
    object: ObjectPath,
    read: { readonly id: string; readonly properties: readonly string[] },
    signals?: CallSignals,
  ): Promise<HubspotOutcome<HubspotRecord>>;
  /** Creates or updates up to 100 records by a unique property. Safe to repeat. */
  upsertBatch(
    object: ObjectPath,
    idProperty: string,
    inputs: readonly UpsertInput[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<BatchAnswer>>;
  /** Updates up to 100 records by HubSpot id. Safe to repeat. */
  updateBatch(
    object: ObjectPath,
    inputs: readonly UpdateInput[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<BatchAnswer>>;
  /** Moves up to 100 records to the recycle bin. Safe to repeat: one that is not there is fine. */
  archiveBatch(
    object: ObjectPath,
    ids: readonly string[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<unknown>>;
}

export type HubspotClientOptions = Omit<TransportOptions, 'vendor'>;

/** An answer without both does not show what was created. */
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

/** A client for one HubSpot token. Outcomes are values; only an abort or a hook throws. */
export function createHubspotClient(options: HubspotClientOptions): HubspotClient {
  const transport = createTransport({ vendor: 'HubSpot', ...options });
  const call: HubspotCall = async (schema, request) => hubspotOutcome(await transport(request), schema);
  const batch = (object: ObjectPath, kind: string, body: unknown, signals: CallSignals | undefined) =>
    call(batchAnswerSchema, {
      method: 'POST',
      path: `/crm/objects/${hubspotVersion}/${object}/batch/${kind}`,
      body,
      signals,
    });
  const propertiesPath = (object: ObjectPath) => `/crm/properties/${hubspotVersion}/${object}`;
  const property = (object: ObjectPath, name: string) => ({
    path: `${propertiesPath(object)}/{name}`,
    inPath: { name },
  });

  return {
    ...associationCalls(call),
    ...searchCalls(call),

    accountDetails: (signals) =>
      call(accountDetailsSchema, {
        method: 'GET',
        path: `/account-info/${hubspotVersion}/details`,
        signals,
      }),

    userName: async (userId, signals) =>
      userNameIn(
        await call(ownerSchema, {
          method: 'GET',
          path: `/crm/owners/${hubspotVersion}/{userId}`,
          inPath: { userId },
          query: { idProperty: 'userId' },
          signals,
        }),
      ),

    introspect: (signals) =>
      call(tokenFactsSchema, {
        method: 'POST',
        path: '/oauth/v2/private-apps/get/access-token-info',
        body: { tokenKey: options.secret },
        signals,
      }),

    customObjects: (signals) =>
      call(customObjectsSchema, {
        method: 'GET',
        path: `/crm-object-schemas/${hubspotVersion}/schemas`,
        signals,
      }),

    listProperties: (object, signals) =>
      call(propertyListSchema, { method: 'GET', path: propertiesPath(object), signals }),

    listPropertyDetails: (object, signals) =>
      call(propertyDetailsListSchema, { method: 'GET', path: propertiesPath(object), signals }),

    createProperties: async (object, definitions, signals) => {
      const outcome = await call(createdPropertiesSchema, {
        method: 'POST',
        path: `${propertiesPath(object)}/batch/create`,
        body: { inputs: definitions },
        signals,
      });
      if (outcome.outcome !== 'ok') return outcome;
      const { results, errors } = outcome.value;
      const problems = errors.map((entry) => problemOf(207, entry));
      return { outcome: 'ok', value: { created: results.map(({ name }) => name), problems } };
    },

    readProperty: (object, name, signals) =>
      call(propertyDetailsSchema, { method: 'GET', ...property(object, name), signals }),

    updateOptions: (object, name, options, signals) =>
      call(propertyDetailsSchema, {
        method: 'PATCH',
        ...property(object, name),
        body: { options },
        signals,
      }),

    createPropertyGroup: async (object, group, signals) => {
      const path = `${propertiesPath(object)}/groups`;
      const outcome = await call(z.unknown(), { method: 'POST', path, body: group, signals });
      const exists = outcome.outcome === 'rejected' && outcome.problem.status === 409;
      return exists ? { outcome: 'ok', value: group } : outcome;
    },

    dealPipelines: (signals) =>
      call(pipelinesSchema, { method: 'GET', path: `/crm/pipelines/${hubspotVersion}/deals`, signals }),

    readBatch: (object, { ids, idProperty, properties }, signals) => {
      const inputs = ids.map((id) => ({ id }));
      const by = idProperty === undefined ? {} : { idProperty };
      return batch(object, 'read', { inputs, properties, propertiesWithHistory: [], ...by }, signals);
    },

    readHistories: (object, { ids, properties }, signals) =>
      call(historiesSchema, {
        method: 'POST',
        path: `/crm/objects/${hubspotVersion}/${object}/batch/read`,
        body: { inputs: ids.map((id) => ({ id })), properties: [], propertiesWithHistory: properties },
        signals,
      }),

    readRecord: (object, { id, properties }, signals) =>
      call(recordSchema, {
        method: 'GET',
        path: `/crm/objects/${hubspotVersion}/${object}/{id}`,
        inPath: { id },
        query: { properties: properties.join(',') },
        signals,
      }),

    upsertBatch: (object, idProperty, inputs, signals) =>
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
        signals,
      ),

    updateBatch: (object, inputs, signals) =>
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
        signals,
      ),

    archiveBatch: (object, ids, signals) =>
      call(z.unknown(), {
        method: 'POST',
        path: `/crm/objects/${hubspotVersion}/${object}/batch/archive`,
        body: { inputs: ids.map((id) => ({ id })) },
        signals,
      }),
  };
}
