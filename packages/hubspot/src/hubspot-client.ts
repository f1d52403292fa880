import { createTransport, type TransportOptions, type VendorRequest } from '@ridgeline/vendor-http';
import { z } from 'zod';
import { accountDetailsSchema, tokenFactsSchema, type AccountDetails, type TokenFacts } from './account.ts';
import {
  batchAnswerSchema,
  type BatchAnswer,
  type BatchRead,
  type UpdateInput,
  type UpsertInput,
} from './batch.ts';
import { hubspotOutcome, type HubspotOutcome } from './hubspot-outcome.ts';
import { problemOf, type HubspotProblem } from './hubspot-problem.ts';
import { propertyListSchema, type HubspotProperty, type PropertyDefinition } from './properties.ts';

/** The production address of every region; `baseUrl` is scheme and host. */
export const hubspotAddress = 'https://api.hubapi.com';

/**
 * The date version of every path. 2026-03 does not enforce the portal's required-property rules on API writes, 2026-09
 * does; it is supported until about September 2027 (vendors/hubspot.md, 1 and 2).
 */
export const hubspotVersion = '2026-03';

export type HubspotObject = 'contacts' | 'deals';

/** What came of creating properties; a name that exists already is among the problems. */
export interface PropertyCreation {
  readonly created: readonly string[];
  readonly problems: readonly HubspotProblem[];
}

export interface HubspotClient {
  accountDetails(signal?: AbortSignal): Promise<HubspotOutcome<AccountDetails>>;
  /** What the token may do. Its body carries the token: it must never be logged. */
  introspect(signal?: AbortSignal): Promise<HubspotOutcome<TokenFacts>>;
  listProperties(object: HubspotObject, signal?: AbortSignal): Promise<HubspotOutcome<HubspotProperty[]>>;
  createProperties(
    object: HubspotObject,
    definitions: readonly PropertyDefinition[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<PropertyCreation>>;
  /** Creates a property group; one that exists already is fine. */
  createPropertyGroup(
    object: HubspotObject,
    group: { readonly name: string; readonly label: string },
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<unknown>>;
  /** Up to 100 records; those that do not exist are missing from the results. An id must not stand twice. */
  readBatch(
    object: HubspotObject,
    read: BatchRead,
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<BatchAnswer>>;
  /** Whether any record has a value of the property, as far as HubSpot's search knows by now. */
  anyWith(object: HubspotObject, property: string, signal?: AbortSignal): Promise<HubspotOutcome<boolean>>;
  /** Creates or updates up to 100 records by a unique property. Safe to repeat. */
  upsertBatch(
    object: HubspotObject,
    idProperty: string,
    inputs: readonly UpsertInput[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<BatchAnswer>>;
  /** Updates up to 100 records by HubSpot id. Safe to repeat. */
  updateBatch(
    object: HubspotObject,
    inputs: readonly UpdateInput[],
    signal?: AbortSignal,
  ): Promise<HubspotOutcome<BatchAnswer>>;
}

export type HubspotClientOptions = Omit<TransportOptions, 'vendor'>;

const createdPropertiesSchema = z.object({
  results: z.array(z.object({ name: z.string() })).catch([]),
  errors: z.array(z.unknown()).catch([]),
});

/** The search answers how many there are in all; only whether there are any is asked. */
const searchCountSchema = z.object({ total: z.number() }).transform(({ total }) => total > 0);

/** A client for one HubSpot token. Outcomes are values; only an abort or a hook throws. */
export function createHubspotClient(options: HubspotClientOptions): HubspotClient {
  const transport = createTransport({ vendor: 'HubSpot', ...options });
  const call = async <S extends z.ZodType>(schema: S, request: VendorRequest) =>
    hubspotOutcome(await transport(request), schema);
  const batch = (object: HubspotObject, kind: string, body: unknown, signal: AbortSignal | undefined) =>
    call(batchAnswerSchema, {
      method: 'POST',
      path: `/crm/objects/${hubspotVersion}/${object}/batch/${kind}`,
      body,
      signal,
    });
  const propertiesPath = (object: HubspotObject) => `/crm/properties/${hubspotVersion}/${object}`;

  return {
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

    listProperties: (object, signal) =>
      call(propertyListSchema, { method: 'GET', path: propertiesPath(object), signal }),

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

    createPropertyGroup: async (object, group, signal) => {
      const path = `${propertiesPath(object)}/groups`;
      const outcome = await call(z.unknown(), { method: 'POST', path, body: group, signal });
      const exists = outcome.outcome === 'rejected' && outcome.problem.status === 409;
      return exists ? { outcome: 'ok', value: group } : outcome;
    },

    readBatch: (object, { ids, idProperty, properties }, signal) => {
      const inputs = ids.map((id) => ({ id }));
      const by = idProperty === undefined ? {} : { idProperty };
      return batch(object, 'read', { inputs, properties, propertiesWithHistory: [], ...by }, signal);
    },

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
