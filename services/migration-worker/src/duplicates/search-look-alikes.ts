import type { HubspotProblem, HubspotRecord, RecordSearch, SearchAnswer } from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import type { ComparedValues, LookAlikeRules } from '../object-migration/look-alike-rules.ts';

/** Runs one search, retrying for as long as it takes. */
export type Search = (search: RecordSearch) => Promise<Ok<SearchAnswer> | Rejected<HubspotProblem>>;

/** The records found; `isCut`: HubSpot has more similar records than are read. */
interface Found {
  readonly records: readonly HubspotRecord[];
  readonly isCut: boolean;
}

/** The maximum number of result pages read per pack. */
const maxPages = 5;

/** A pack that HubSpot rejects is halved down to this size: how many values a search accepts is not documented. */
const minPack = 25;

/** HubSpot's records that may look like one of these; or the problem if HubSpot rejects the search. */
export async function searchLookAlikes(
  records: readonly ComparedValues[],
  rules: Pick<LookAlikeRules, 'searchFor'> & Pick<RecordSearch, 'properties'>,
  search: Search,
): Promise<Ok<Found> | Rejected<HubspotProblem>> {
  const groups = rules.searchFor(records);
  const found: HubspotRecord[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages && groups.length > 0; page += 1) {
    const answer = await search({ groups, properties: rules.properties, after });
    if (answer.outcome === 'rejected') return halved(records, rules, search, answer);
    found.push(...answer.value.results);
    if (answer.value.next === null) return { outcome: 'ok', value: { records: found, isCut: false } };
    after = answer.value.next;
  }
  return { outcome: 'ok', value: { records: found, isCut: groups.length > 0 } };
}

async function halved(
  records: readonly ComparedValues[],
  rules: Parameters<typeof searchLookAlikes>[1],
  search: Search,
  rejected: Rejected<HubspotProblem>,
): ReturnType<typeof searchLookAlikes> {
  if (records.length <= minPack) return rejected;
  const middle = Math.ceil(records.length / 2);
  const first = await searchLookAlikes(records.slice(0, middle), rules, search);
  if (first.outcome === 'rejected') return first;
  const second = await searchLookAlikes(records.slice(middle), rules, search);
  if (second.outcome === 'rejected') return second;
  return {
    outcome: 'ok',
    value: {
      records: [...first.value.records, ...second.value.records],
      isCut: first.value.isCut || second.value.isCut,
    },
  };
}
