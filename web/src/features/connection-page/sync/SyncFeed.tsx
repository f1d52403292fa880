import { listSyncedRecords, type LinkedPortal, type SyncedRecord } from '@ridgeline/contracts';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { MoreButton } from '../../../ui/table/MoreButton.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { SyncedRecordItem } from './SyncedRecordItem.tsx';
import { useFeed } from './use-feed.ts';

interface SyncFeedProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
}

/** What auto-sync copied, newest first, as it happens; older records on demand. */
export function SyncFeed({ connectionId, portal }: SyncFeedProps) {
  const feed = useFeed(connectionId);
  const { records, newer, olderThan, error } = feed;
  return (
    <section className="sync-part" aria-labelledby="sync-feed">
      <div className="sync-head">
        <h3 id="sync-feed">Copied records</h3>
        <IfOwn>
          <LiveBadge connected="Live" keepsRunning="auto-sync keeps running" />
        </IfOwn>
        <span>
          {newer > 0 ? (
            <Button small look="pill" onClick={feed.showNewer}>
              Show {formatCount(newer)} newer
            </Button>
          ) : null}
        </span>
      </div>
      <p className="visually-hidden" role="status">
        {feed.announcement}
      </p>
      {records === undefined ? (
        error ? (
          <ErrorState title="Could not load the copied records" error={error} onRetry={feed.retry} />
        ) : (
          <Loading label="Loading the copied records">
            <SkeletonRows rows={5} />
          </Loading>
        )
      ) : (
        <LastKnown title="Could not refresh the copied records" error={error} onRetry={feed.retry}>
          {records.length === 0 ? (
            <p className="connection-quiet">
              Nothing copied yet. Records appear here a few seconds after they change in AccuLynx.
            </p>
          ) : (
            <Records
              label="Copied records"
              records={records}
              portal={portal}
              onRead={feed.hold}
              onOlder={feed.hasOlder && olderThan.length === 0 ? feed.showOlder : null}
            />
          )}
          {olderThan.map((before, page) => (
            <OlderRecords
              key={before}
              connectionId={connectionId}
              before={before}
              portal={portal}
              onOlder={page === olderThan.length - 1 ? feed.showOlder : null}
            />
          ))}
        </LastKnown>
      )}
    </section>
  );
}

interface RecordsProps {
  readonly label: string;
  readonly records: readonly SyncedRecord[];
  readonly portal: LinkedPortal;
  readonly onRead?: () => void;
  /** Null if there are no older records or they are already shown. */
  readonly onOlder: ((before: number) => void) | null;
}

function Records({ label, records, portal, onRead, onOlder }: RecordsProps) {
  const last = records.at(-1);
  return (
    <>
      <ul className="synced" aria-label={label} onFocus={onRead} onPointerDown={onRead}>
        {records.map((record) => (
          <SyncedRecordItem key={record.id} record={record} portal={portal} />
        ))}
      </ul>
      {onOlder && last ? (
        <MoreButton
          className="sync-older"
          onClick={() => {
            onOlder(last.id);
          }}
        >
          Show older
        </MoreButton>
      ) : null}
    </>
  );
}

interface OlderRecordsProps extends SyncFeedProps {
  readonly before: number;
  readonly onOlder: RecordsProps['onOlder'];
}

/** A page of records from before the one of this id. */
function OlderRecords({ connectionId, before, portal, onOlder }: OlderRecordsProps) {
  const { data, error, mutate } = useQuery(listSyncedRecords, {
    params: { id: String(connectionId) },
    query: { before: String(before) },
  });
  if (data)
    return (
      <Records
        label="Older copied records"
        records={data.records}
        portal={portal}
        onOlder={data.hasMore ? onOlder : null}
      />
    );
  if (error)
    return <ErrorState title="Could not load older records" error={error} onRetry={() => void mutate()} />;
  return (
    <Loading label="Loading older records">
      <SkeletonRows rows={5} />
    </Loading>
  );
}
