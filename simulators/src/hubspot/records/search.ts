import { z } from 'zod';
import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { bodyAs } from '../requests/batch-inputs.ts';
import { allValues } from '../portal/computed-properties.ts';
import { invalid } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { recordScopes, type ObjectType } from '../portal/object-types.ts';
import type { CrmRecord, Values } from '../portal/record.ts';
import { chosenProperties, showRecord } from './show-record.ts';
import { filterMatches, searchFilter } from './search-filter.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const MAX_RESULTS = 10_000;
const MAX_GROUPS = 5;
const MAX_FILTERS_IN_GROUP = 6;
const MAX_FILTERS = 18;

const sort = z.union([
  z.string().transform((text) => ({
    propertyName: text.replace(/^-/, ''),
    direction: text.startsWith('-') ? ('DESCENDING' as const) : ('ASCENDING' as const),
  })),
  z.object({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING') }),
]);

/**
 * HubSpot's API file requires every part but the query; the guide and public clients leave them out
 * (docs/vendors/hubspot.md, 14).
 */
const searchBody = z.object({
  filterGroups: z.array(z.object({ filters: z.array(searchFilter) })).default([]),
  properties: z.array(z.string()).default([]),
  sorts: z.array(sort).default([]),
  limit: z.int().min(1).max(200).default(10),
  after: z.coerce.string().default(''),
  query: z.string().max(3_000).optional(),
});

type Search = z.output<typeof searchBody>;

interface Indexed {
  readonly record: CrmRecord;
  readonly values: Values;
}

function refuseTooMuch({ filterGroups, sorts }: Search, after: number, limit: number): void {
  const filters = filterGroups.reduce((sum, group) => sum + group.filters.length, 0);
  if (filterGroups.length > MAX_GROUPS) invalid(`At most ${MAX_GROUPS} filter groups are allowed.`);
  if (filterGroups.some((group) => group.filters.length > MAX_FILTERS_IN_GROUP) || filters > MAX_FILTERS) {
    invalid(`At most ${MAX_FILTERS_IN_GROUP} filters a group and ${MAX_FILTERS} in all are allowed.`);
  }
  if (sorts.length > 1) invalid('Only one sort is allowed.');
  if (after + limit > MAX_RESULTS) invalid(`A search reaches ${MAX_RESULTS} results at most.`);
}

function compare(a: Indexed, b: Indexed, property: string): number {
  const [left, right] = [a.values[property] ?? '', b.values[property] ?? ''];
  const numbers = Number(left) - Number(right);
  if (left !== '' && right !== '' && !Number.isNaN(numbers)) return numbers;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What the index contains: each record as it was before the lag, without records that are younger. */
function indexed(request: HubSpotRequest, type: ObjectType): Indexed[] {
  const { portal } = request.subject;
  const store = portal.records(type);
  return [...store.all()].flatMap((record) => {
    const values = store.searchable(record, portal.now());
    return values === null ? [] : [{ record, values: allValues(portal, type, record, values) }];
  });
}

const mentions = ({ values }: Indexed, query: string): boolean =>
  ['email', 'firstname', 'lastname', 'phone', 'company', 'dealname'].some((name) =>
    (values[name] ?? '').toLowerCase().includes(query),
  );

function search(request: HubSpotRequest): Answer {
  const type = objectTypeIn(request);
  requireScope(request, recordScopes(type, 'read'));
  const wanted = bodyAs(searchBody, request.body());
  const after = wanted.after === '' ? 0 : Number(wanted.after);
  if (!Number.isInteger(after) || after < 0) invalid(`after is not a whole number: ${wanted.after}`);
  refuseTooMuch(wanted, after, wanted.limit);

  const query = (wanted.query ?? '').toLowerCase();
  const found = indexed(request, type).filter(
    (entry) =>
      (query === '' || mentions(entry, query)) &&
      (wanted.filterGroups.length === 0 ||
        wanted.filterGroups.some(({ filters }) =>
          filters.every((filter) => filterMatches(filter, entry.values)),
        )),
  );
  const [order] = wanted.sorts;
  if (order !== undefined) {
    const direction = order.direction === 'ASCENDING' ? 1 : -1;
    found.sort((a, b) => direction * compare(a, b, order.propertyName));
  }
  const { portal } = request.subject;
  const names = new Set([
    ...(wanted.properties.length > 0 ? wanted.properties : type.defaultProperties),
    'hs_object_id',
    'createdate',
    type.modifiedProperty,
  ]);
  const page = found.slice(after, after + wanted.limit);
  const next = after + page.length;
  return ok(
    {
      total: found.length,
      results: page.map(({ record, values }) =>
        showRecord(portal, type, record, () =>
          chosenProperties(values, names, (name) => portal.properties(type).usable(name) !== null),
        ),
      ),
      ...(next < found.length ? { paging: { next: { after: String(next) } } } : {}),
    },
    page.length,
  );
}

/** Search over an index that lags behind the writes (docs/vendors/hubspot.md, 14). */
export const searchRoutes = (): Route<HubSpotCaller>[] =>
  crmRoutes('post', 'objects', '/:object/search', search);
