import {
  getSync,
  listSyncDeadLetters,
  retrySyncDeadLetters,
  syncPageSize,
  type LinkedPortal,
  type SyncDeadLetter,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../../api/command.ts';
import { queryKey, useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { withParameter } from '../../../ui/page/use-typed-parameter.ts';
import { PageButtons, pageWindow, readPage } from '../../../ui/table/PageButtons.tsx';
import { Ago } from '../../../ui/text/Ago.tsx';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { autoSyncId, recordNoun } from '../../sync/sync-display.ts';
import { failureOf, kindText, nameText, recordLinks } from './record-display.ts';
import { VendorLinks } from './SyncedRecordItem.tsx';

interface FailedRecordsProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
  /** How many there are, as the state of the sync tells it. */
  readonly count: number;
}

/** The records that auto-sync stopped trying to copy, a page at a time: why, what to do, and the way to try again. */
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
  return (
    <section className="sync-part" aria-labelledby="sync-failed">
      <div className="sync-head">
        <h3 id="sync-failed">{formatRecords(count, recordNoun)} failed</h3>
        <Button small loading={retrying === 'all'} onClick={() => void retry('all')}>
          Retry all
        </Button>
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
      {data ? (
        <LastKnown title="Could not refresh the failed records" error={error} onRetry={askAgain}>
          <ul className="sync-failures" aria-label="Failed records">
            {data.records.map((record) => (
              <FailedRecord
                key={`${record.kind} ${record.sourceId}`}
                record={record}
                portal={portal}
                retrying={retrying === record}
                onRetry={() => void retry(record)}
              />
            ))}
          </ul>
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the failed records" error={error} onRetry={askAgain} />
      ) : (
        <Loading label="Loading the failed records">
          <SkeletonRows rows={Math.min(count, 5)} />
        </Loading>
      )}
      {pages.pages > 1 ? (
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

type Retried = SyncDeadLetter | 'all';

/** Makes failed records due again: one, or all. */
function useRetry(connectionId: number) {
  const send = useCommand(retrySyncDeadLetters);
  const { mutate } = useSWRConfig();
  const toast = useToast();
  const [retrying, setRetrying] = useState<Retried | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { id: String(connectionId) };
  const retry = async (what: Retried) => {
    setRetrying(what);
    setFailure(null);
    try {
      const body = what === 'all' ? {} : { records: [{ kind: what.kind, sourceId: what.sourceId }] };
      const { retried } = await send({ params, body });
      toast({
        title: `${formatRecords(retried, recordNoun)} queued`,
        description: 'The result appears under “Copied records”.',
      });
      const changed = [queryKey(getSync, { params }), queryKey(listSyncDeadLetters, { params })];
      await mutate((key) => typeof key === 'string' && changed.includes(key.split('?')[0] ?? key));
    } catch (error) {
      setFailure(error);
    }
    setRetrying(null);
  };
  return { retry, retrying, failure };
}

/** When its record is retried, and leaves the list, the keyboard continues at the panel. */
const panel = () => document.getElementById(autoSyncId);

interface FailedRecordProps {
  readonly record: SyncDeadLetter;
  readonly portal: LinkedPortal;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function FailedRecord({ record, portal, retrying, onRetry }: FailedRecordProps) {
  const button = useFocusFallback<HTMLButtonElement>(panel);
  const { text, fix } = failureOf(record);
  const { attempts, failedAt, detail } = record;
  return (
    <li>
      <span className="synced-name">
        <small>{kindText(record)}</small>
        <OneLine text={nameText(record)} />
      </span>
      <VendorLinks about={nameText(record)} links={recordLinks(record, portal)} />
      <span className="synced-when numbers">
        <Ago time={failedAt} /> · {formatRecords(attempts, { one: 'attempt', many: 'attempts' })}
      </span>
      <Button
        ref={button}
        small
        loading={retrying}
        aria-label={`Retry ${nameText(record)}`}
        onClick={onRetry}
      >
        Retry
      </Button>
      <div className="synced-details">
        <p>
          {text}. <span className="sync-fix">{fix}</span>
        </p>
        {detail === null ? null : (
          <p className="sync-fix">
            Message: <bdi>{detail}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}
