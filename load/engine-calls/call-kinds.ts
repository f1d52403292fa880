import type { SeenRequest, SourceListName } from '@ridgeline/testkit';

/** What a call of the engine is for. */
type CallKind =
  | 'pages'
  | 'single contacts'
  | 'other AccuLynx calls'
  | 'reads'
  | 'upserts'
  | 'other writes'
  | 'associations'
  | 'other HubSpot calls';

/** How many calls of each kind there were. */
export type CallCounts = Readonly<Partial<Record<CallKind, number>>>;

/** A migration's calls by what they are for: its own, and those for the contacts that came along with jobs. */
export interface CountedCalls {
  readonly own: CallCounts;
  readonly alongside: CallCounts;
}

/** Sorts a run's calls; everything about contacts in a run of jobs is for those that came along. */
export function countCalls(requests: readonly SeenRequest[], migrated: SourceListName): CountedCalls {
  const isAlongside = (request: SeenRequest): boolean => migrated === 'jobs' && isAboutContacts(request);
  return {
    own: tally(requests.filter((request) => !isAlongside(request))),
    alongside: tally(requests.filter(isAlongside)),
  };
}

/** All calls, of whatever kind. */
export const totalOf = (counts: CallCounts): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function tally(requests: readonly SeenRequest[]): CallCounts {
  return Object.fromEntries([...Map.groupBy(requests, kindOf)].map(([kind, calls]) => [kind, calls.length]));
}

const isAboutContacts = ({ vendor, path }: SeenRequest): boolean =>
  vendor === 'acculynx' ? path.startsWith('/api/v2/contacts') : /\/objects\/[^/]+\/contacts\//.test(path);

function kindOf({ vendor, path }: SeenRequest): CallKind {
  if (vendor === 'acculynx') {
    if (/^\/api\/v2\/(contacts|jobs)$/.test(path)) return 'pages';
    return path.startsWith('/api/v2/contacts/') ? 'single contacts' : 'other AccuLynx calls';
  }
  if (path.includes('/associations/') && path.includes('/batch/')) return 'associations';
  if (path.endsWith('/batch/read')) return 'reads';
  if (path.endsWith('/batch/upsert')) return 'upserts';
  return /\/batch\/(create|update)$/.test(path) ? 'other writes' : 'other HubSpot calls';
}
