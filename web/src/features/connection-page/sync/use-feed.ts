import { listSyncedRecords, type AnswerOf, type SyncedRecord } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { formatRecords } from '../../../ui/text/format.ts';
import { recordNoun } from '../../sync/sync-display.ts';

type Page = AnswerOf<typeof listSyncedRecords>;

/** So many records are shown until the reader asks for older ones. */
const shownAtFirst = 10;

export interface Feed {
  /** Undefined until the first answer. */
  readonly records: readonly SyncedRecord[] | undefined;
  /** Whether there are older records than these. */
  readonly hasOlder: boolean;
  /** The older pages that the user asked for, each identified by the record that it follows. */
  readonly olderThan: readonly number[];
  /** How many records arrived since the feed was held; they stay hidden so that nothing moves while the user reads. */
  readonly newer: number;
  /** Announces new records to screen readers. */
  readonly announcement: string;
  readonly error: unknown;
  readonly retry: () => void;
  /** Holds the feed as shown because the user has begun to read. */
  readonly hold: () => void;
  readonly showNewer: () => void;
  readonly showOlder: (before: number) => void;
}

/** What auto-sync copied last, newest first; updated live until the user starts to read. */
export function useFeed(connectionId: number): Feed {
  const query = useQuery(
    listSyncedRecords,
    { params: { id: String(connectionId) } },
    { refreshInterval: 30_000, dedupingInterval: 5_000 },
  );
  const [held, setHeld] = useState<Page | null>(null);
  const [whole, setWhole] = useState(false);
  const [olderThan, setOlderThan] = useState<readonly number[]>([]);
  const page = held ?? query.data;
  const hold = () => {
    if (held === null && query.data) setHeld(query.data);
  };
  return {
    records: whole ? page?.records : page?.records.slice(0, shownAtFirst),
    hasOlder: page !== undefined && (page.hasMore || (!whole && page.records.length > shownAtFirst)),
    olderThan,
    newer: held ? newerThan(held, query.data) : 0,
    announcement: useAnnouncement(query.data?.records),
    error: query.error,
    retry: () => void query.mutate(),
    hold,
    showNewer: () => {
      setHeld(null);
      setWhole(false);
      setOlderThan([]);
      void query.mutate();
    },
    showOlder: (before) => {
      hold();
      if (whole || !page || page.records.length <= shownAtFirst) setOlderThan([...olderThan, before]);
      setWhole(true);
    },
  };
}

/** How many records of the newest page are newer than those of a held one. */
function newerThan(held: Page, newest: Page | undefined): number {
  const last = held.records[0]?.id ?? 0;
  return newest?.records.filter(({ id }) => id > last).length ?? 0;
}

/** The minimum interval between announcements to screen readers. */
const announceEveryMs = 20_000;

/** The announcement for screen readers: how many records arrived, at intervals; empty if none did. */
function useAnnouncement(records: readonly SyncedRecord[] | undefined): string {
  const [text, setText] = useState('');
  const told = useRef<number | null>(null);
  const announce = useEffectEvent(() => {
    if (!records) return;
    const since = told.current ?? Infinity;
    told.current = records[0]?.id ?? 0;
    const count = records.filter(({ id }) => id > since).length;
    setText(count === 0 ? '' : `Auto-sync processed ${formatRecords(count, recordNoun)}`);
  });
  useEffect(() => {
    const timer = setInterval(announce, announceEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return text;
}
