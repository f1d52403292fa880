import { listRecordChanges, type Migration, type RecordFilter } from '@ridgeline/contracts';
import { useState, type ReactNode } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../../ui/page/PageStates.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import { formatRecords } from '../../../../ui/text/format.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { pollMs } from '../../../results/use-current-migrations.ts';
import { RecordItem, type RecordActions } from './RecordItem.tsx';

const noun = { one: 'record', many: 'records' };

interface RecordPagesProps {
  readonly migration: Migration;
  readonly filter: RecordFilter;
  readonly actions: RecordActions | null;
  readonly whole: boolean;
  /** Shown if there are no records. */
  readonly none: ReactNode;
}

/** The matching records; the user adds page after page. */
export function RecordPages(props: RecordPagesProps) {
  const fits = JSON.stringify([props.migration.id, props.filter]);
  const [added, setAdded] = useState<{ readonly to: string; readonly after: readonly string[] }>();
  // Ignore pages that were added to a different list.
  const after = added?.to === fits ? added.after : [];
  return (
    <div className="records-pages">
      {[null, ...after].map((cursor, page) => (
        <RecordPage
          key={cursor ?? 'first'}
          {...props}
          after={cursor}
          isLast={page === after.length}
          onMore={(next) => {
            setAdded({ to: fits, after: [...after, next] });
          }}
        />
      ))}
    </div>
  );
}

interface RecordPageProps extends RecordPagesProps {
  /** Null for the first page. */
  readonly after: string | null;
  readonly isLast: boolean;
  readonly onMore: (next: string) => void;
}

function RecordPage(props: RecordPageProps) {
  const { migration, filter, actions, whole, none, after, isLast, onMore } = props;
  const params = { id: String(migration.id) };
  const { data, error, mutate, isLoading } = useQuery(
    listRecordChanges,
    { params, query: { ...filter, ...(after === null ? {} : { after }) } },
    { keepPreviousData: true, refreshInterval: isFinal(migration) ? 0 : pollMs },
  );
  const askAgain = () => void mutate();
  if (!data)
    return error ? (
      <ErrorState title="Could not load the records" error={error} onRetry={askAgain} />
    ) : (
      <Loading label="Loading the records">
        <SkeletonRows rows={8} />
      </Loading>
    );
  const { records, next } = data;
  return (
    <LastKnown title="Could not refresh the records" error={error} onRetry={askAgain}>
      <p className="visually-hidden" role="status">
        {isLoading
          ? ''
          : `${formatRecords(records.length, noun)}${next === null ? '' : ', more can be shown'}`}
      </p>
      {records.length === 0 ? (
        none
      ) : (
        <ul
          className={isLoading ? 'records stale' : 'records'}
          aria-busy={isLoading}
          aria-label={after === null ? 'Records' : 'More records'}
        >
          {records.map((record) => (
            <RecordItem
              key={`${record.kind} ${record.sourceId}`}
              {...{ record, migration, actions, whole }}
            />
          ))}
        </ul>
      )}
      {isLast && next !== null ? (
        <MoreButton
          className="records-more"
          onClick={() => {
            onMore(next);
          }}
        >
          Show more
        </MoreButton>
      ) : null}
    </LastKnown>
  );
}
