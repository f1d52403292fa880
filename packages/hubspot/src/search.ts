import { z } from 'zod';
import { recordSchema } from './batch.ts';

/** A search answers so many records at most; its `after` leads to more. */
export const searchPageSize = 200;

/** Values of a property, of which a record must have one; texts are compared in lower case (vendors/hubspot.md, 14). */
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
export const searchAnswerSchema = z
  .object({
    results: z.array(recordSchema),
    paging: z.object({ next: z.object({ after: z.coerce.string() }).nullish() }).nullish(),
  })
  .transform(({ results, paging }) => ({ results, next: paging?.next?.after ?? null }));

export type SearchAnswer = z.output<typeof searchAnswerSchema>;

/** A search as HubSpot takes it. */
export const searchBody = ({ groups, properties, after = '0' }: RecordSearch) => ({
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
