import { ArrowLeftOutlined } from '@ant-design/icons';
import { ApiError, getRecordLife, type RecordEvent } from '@ridgeline/contracts';
import { Link, useParams } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { VendorLinks } from '../records/VendorLinks.tsx';
import { kindText, recordLinks } from '../records/record-links.ts';
import { RecordEventItem } from './RecordEventItem.tsx';
import './record-search.css';

/** The history of one record, newest first. */
export function RecordPage() {
  const { kind = '', sourceId = '' } = useParams();
  const { data, error, mutate } = useQuery(getRecordLife, { params: { kind, id: sourceId } });
  const name = data?.record.name ?? '';
  const title = name === '' ? sourceId : name;
  const newest = data?.events.find(({ hubspotId }) => hubspotId !== null) ?? data?.events[0];
  return (
    <>
      <Link className="page-back" to="/records">
        <ArrowLeftOutlined aria-hidden /> Find a record
      </Link>
      <PageHeader
        title={title}
        purpose={
          data ? [kindText({ kind }), data.record.key].filter(Boolean).join(' · ') : kindText({ kind })
        }
        actions={
          newest ? (
            <VendorLinks about={title} links={recordLinks({ ...newest, name: title }, newest)} />
          ) : null
        }
      />
      <Panel title="History">
        {data ? (
          <Events events={data.events} />
        ) : error ? (
          <NotLoaded error={error} onRetry={() => void mutate()} />
        ) : (
          <Loading label="Loading the record">
            <SkeletonRows rows={4} />
          </Loading>
        )}
      </Panel>
    </>
  );
}

function Events({ events }: { readonly events: readonly RecordEvent[] }) {
  if (events.length === 0)
    return (
      <EmptyState
        title="Nothing yet"
        text="A migration has planned this record and has not copied it. Its history appears here."
      />
    );
  return (
    <ol className="record-events" aria-label="History, newest first">
      {events.map((event) => (
        <RecordEventItem key={`${event.at} ${String(event.migrationId)} ${event.outcome}`} event={event} />
      ))}
    </ol>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        title="This record is not known"
        text="No migration has planned it, or it was forgotten because that is long ago."
      />
    );
  return <ErrorState title="Could not load the record" error={error} onRetry={onRetry} />;
}
