import {
  listSyncDeadLetters,
  listSyncedRecords,
  listSyncs,
  syncPageSize,
  syncUpdateSchema,
  type AnswerOf,
  type SyncedRecord,
  type SyncStatus,
  type SyncUpdate,
} from '@ridgeline/contracts';
import { useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import { useLiveEvent, useLiveGap } from './live-context.ts';

/** Keeps auto-sync data shown on any page in sync with the server. */
export function SyncUpdates() {
  const { cache, mutate } = useSWRConfig();
  const syncs = useMemo(() => createSyncCache({ cache, mutate }), [cache, mutate]);
  useLiveEvent('sync-update', syncUpdateSchema, syncs.update);
  useLiveGap(syncs.refetch);
  useEffect(() => syncs.stop, [syncs]);
  return null;
}

type Swr = Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>;
type FeedPage = AnswerOf<typeof listSyncedRecords>;

/** The page updates at most four times per second, however many connections are syncing. */
const flushEveryMs = 250;

/** The list of failed records is fetched at most this often while their number changes. */
const fetchEveryMs = 1_000;

const listKey = queryKey(listSyncs);
const of = (id: number) => ({ params: { id: String(id) } });
const feedKey = (id: number) => queryKey(listSyncedRecords, of(id));
const deadLettersKey = (id: number) => queryKey(listSyncDeadLetters, of(id));

const quietly = { revalidate: false } as const;

/** Writes live updates of auto-sync into the query cache; of each connection the newest state and all its new records. */
export function createSyncCache({ cache, mutate }: Swr) {
  const waiting = new Map<number, SyncUpdate>();
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetchTimer: ReturnType<typeof setTimeout> | undefined;

  const fetchFailed = () => {
    fetchTimer = undefined;
    const keys = [...failed];
    failed.clear();
    void mutate((key) => typeof key === 'string' && keys.some((one) => key.split('?')[0] === one));
  };

  /** If a count of failed records changed, schedules a refetch: only the server knows which records failed. */
  const noticeFailed = (former: readonly SyncStatus[], statuses: readonly SyncStatus[]) => {
    const counts = new Map(former.map(({ connectionId, deadLetters }) => [connectionId, deadLetters]));
    const changed = statuses.filter(
      ({ connectionId, deadLetters }) => counts.get(connectionId) !== deadLetters,
    );
    for (const { connectionId } of changed) failed.add(deadLettersKey(connectionId));
    if (changed.length > 0) fetchTimer ??= setTimeout(fetchFailed, fetchEveryMs);
  };

  const flush = () => {
    timer = undefined;
    const updates = [...waiting.values()];
    waiting.clear();
    // Only cached answers are replaced: writing before an answer exists would make SWR drop the pending request.
    const list = cache.get(listKey)?.data as readonly SyncStatus[] | undefined;
    if (list) {
      const statuses = updates.map(({ status }) => status);
      noticeFailed(list, statuses);
      void mutate(listKey, withStatuses(list, statuses), quietly);
    }
    for (const { status, records } of updates) {
      const id = status.connectionId;
      const page = cache.get(feedKey(id))?.data as FeedPage | undefined;
      if (page && records.length > 0) void mutate(feedKey(id), withRecords(page, records), quietly);
    }
  };

  return {
    update: ({ status, records }: SyncUpdate): void => {
      const former = waiting.get(status.connectionId)?.records ?? [];
      waiting.set(status.connectionId, { status, records: [...former, ...records] });
      timer ??= setTimeout(flush, flushEveryMs);
    },
    /** Refetches all auto-sync data on the page. */
    refetch: (): void => {
      void mutate((key) => typeof key === 'string' && key.startsWith(listKey));
    },
    stop: (): void => {
      clearTimeout(timer);
      clearTimeout(fetchTimer);
      timer = undefined;
      fetchTimer = undefined;
    },
  };
}

/** The list with these states in it; a connection whose auto-sync was just switched on comes last. */
function withStatuses(list: readonly SyncStatus[], updates: readonly SyncStatus[]): readonly SyncStatus[] {
  const byId = new Map([...list, ...updates].map((status) => [status.connectionId, status]));
  return [...byId.values()];
}

/** The newest page of the feed with these records in it, each once. */
export function withRecords({ records, hasMore }: FeedPage, added: readonly SyncedRecord[]): FeedPage {
  const byId = new Map([...records, ...added].map((record) => [record.id, record]));
  const all = [...byId.values()].sort((a, b) => b.id - a.id);
  return { records: all.slice(0, syncPageSize), hasMore: hasMore || all.length > syncPageSize };
}
