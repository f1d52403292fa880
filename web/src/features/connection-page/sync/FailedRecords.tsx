import { listSyncDeadLetters, syncPageSize, type LinkedPortal } from '@ridgeline/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { withParameter } from '../../../ui/page/use-set-filters.ts';
import { PageButtons, pageWindow, readPage } from '../../../ui/table/PageButtons.tsx';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import { recordNoun } from '../../sync/sync-display.ts';
import { FailedRecord } from './FailedRecord.tsx';
import { keyOf, useRetry } from './use-retry.ts';

/** How many are shown until the user asks for all, so that the copied records below stay close. */
const shownAtFirst = 5;

interface FailedRecordsProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
  /** The total according to the sync status. */
  readonly count: number;
}

/** The records that auto-sync no longer retries, page by page: why, what to do, and a button to retry. */
export function FailedRecords({ connectionId, portal, count }: FailedRecordsProps) {
  const [search, setSearch] = useSearchParams();
  const pages = pageWindow(count, readPage(search), syncPageSize);
  const params = { id: String(connectionId) };
  const { data, error, mutate } = useQuery(
    listSyncDeadLetters,
    { params, ...(pages.page === 1 ? {} : { query: { page: String(pages.page) } }) },
    { keepPreviousData: true },
  );
  const { retry, retrying, failure } = useRetry(connectionId);
  const askAgain = () => void mutate();
  const [whole, setWhole] = useState(pages.page > 1);
  const records = whole ? data?.records : data?.records.slice(0, shownAtFirst);
  return (
    <section className="sync-part" aria-labelledby="sync-failed">
      <div className="sync-head">
        <h3 id="sync-failed">{formatRecords(count, recordNoun)} failed</h3>
        <IfOwn>
          <Button small loading={retrying === 'all'} onClick={() => void retry('all')}>
            Retry all
          </Button>
        </IfOwn>
      </div>
      <p className="connection-quiet">
        Auto-sync stopped trying to copy them. Nothing is deleted in AccuLynx or HubSpot. A change in AccuLynx
        has a record tried again automatically.
      </p>
      {failure ? (
        <FailureAlert
          title="Could not retry"
          error={failure}
          fallback="The records are unchanged. Try again."
        />
      ) : null}
      {records ? (
        <LastKnown title="Could not refresh the failed records" error={error} onRetry={askAgain}>
          <ul className="sync-failures" aria-label="Failed records">
            {records.map((record) => (
              <FailedRecord
                key={keyOf(record)}
                record={record}
                portal={portal}
                retrying={retrying === keyOf(record)}
                onRetry={() => void retry(record)}
              />
            ))}
          </ul>
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the failed records" error={error} onRetry={askAgain} />
      ) : (
        <Loading label="Loading the failed records">
          <SkeletonRows rows={Math.min(count, shownAtFirst)} />
        </Loading>
      )}
      {records && !whole && count > records.length ? (
        <ShowAllButton
          count={count}
          onClick={() => {
            setWhole(true);
          }}
        />
      ) : null}
      {whole && pages.pages > 1 ? (
        <div className="sync-pages">
          <p className="numbers" role="status">
            {formatCount(pages.from + 1)}–{formatCount(pages.to)} of {formatCount(count)}
          </p>
          <PageButtons
            label="Pages of failed records"
            window={pages}
            onChange={(page) => {
              setSearch((now) => withParameter(now, 'page', page === 1 ? '' : String(page)), {
                preventScrollReset: true,
              });
            }}
          />
        </div>
      ) : null}
    </section>
  );
}

/** Pressing the button removes it, so the focus moves to the last record shown before. */
const lastShown = (button: HTMLElement) =>
  button
    .closest('section')
    ?.querySelector<HTMLElement>(`.sync-failures > :nth-child(${shownAtFirst}) > .button`);

function ShowAllButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const ref = useFocusFallback<HTMLButtonElement>(lastShown);
  return (
    <Button ref={ref} small className="sync-older" onClick={onClick}>
      Show all {formatCount(count)}
    </Button>
  );
}
