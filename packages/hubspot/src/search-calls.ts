import type { CallSignals } from '@ridgeline/vendor-http';
import { z } from 'zod';
import { recordSchema } from './batch.ts';
import { hubspotVersion, type HubspotCall, type ObjectPath } from './hubspot-call.ts';
import type { HubspotOutcome } from './hubspot-outcome.ts';

/** Maximum records per answer of a search; `after` leads to more. */
const searchPageSize = 200;

/** Values of a property, one of which a record must have; texts are compared in lower case (docs/vendors/hubspot.md, 14). */
export interface SearchFilter {
  readonly property: string;
  readonly values: readonly string[];
}

/**
 * What is searched for: records that fit all filters of one of the groups. HubSpot takes at most 5 groups of at most 6 filters, 18
 * in all; how many values a filter takes is not documented.
 */
export interface RecordSearch {
  readonly groups: readonly (readonly SearchFilter[])[];
  readonly properties: readonly string[];
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

/** A page of what was found, in the order of HubSpot's ids. */
const searchAnswerSchema = z
  .object({
    results: z.array(recordSchema),
    paging: z.object({ next: z.object({ after: z.coerce.string() }).nullish() }).nullish(),
  })
  .transform(({ results, paging }) => ({ results, next: paging?.next?.after ?? null }));

export type SearchAnswer = z.output<typeof searchAnswerSchema>;

/** A search as HubSpot takes it. */
const searchBody = ({ groups, properties, after = '0' }: RecordSearch) => ({
  filterGroups: groups.map((filters) => ({
    filters: filters.map(({ property, values }) => ({
      propertyName: property,
      operator: 'IN',
      values: values.map((value) => value.toLowerCase()),
    })),
  })),
  properties,
  sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
  limit: searchPageSize,
  after,
});

/** The search answers the total; only whether it is above zero matters. */
const searchCountSchema = z.object({ total: z.number() }).transform(({ total }) => total > 0);

/** Calls of HubSpot's search, which is some seconds behind its writes, and has a limit of its own (docs/vendors/hubspot.md, 6 and 14). */
export interface SearchCalls {
  /** Whether any record has a value of the property, as far as HubSpot's search index knows. */
  anyWith(object: ObjectPath, property: string, signals?: CallSignals): Promise<HubspotOutcome<boolean>>;
  /** A page of the matching records, as far as HubSpot's search index knows. Its own limit is 5 calls per second. */
  search(
    object: ObjectPath,
    search: RecordSearch,
    signals?: CallSignals,
  ): Promise<HubspotOutcome<SearchAnswer>>;
}

const pathOf = (object: ObjectPath): string => `/crm/objects/${hubspotVersion}/${object}/search`;

export const searchCalls = (call: HubspotCall): SearchCalls => ({
  anyWith: (object, property, signals) =>
    call(searchCountSchema, {
      method: 'POST',
      path: pathOf(object),
      body: {
        filterGroups: [{ filters: [{ propertyName: property, operator: 'HAS_PROPERTY' }] }],
        properties: [property],
        sorts: [],
        limit: 1,
        after: '0',
      },
      signals,
    }),

  search: (object, search, signals) =>
    call(searchAnswerSchema, {
      method: 'POST',
      path: pathOf(object),
      body: searchBody(search),
      signals,
    }),
});
