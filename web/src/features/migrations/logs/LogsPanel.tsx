import { objectTypes, type Migration } from '@ridgeline/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { FoldToggle } from '../../../ui/page/FoldToggle.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { isFinal } from '../../live/migration-cache.ts';
import { indexLogs } from './log-filter.ts';
import { Logs } from './Logs.tsx';
import { readLogView } from './log-view.ts';
import { useLogFold } from './use-log-fold.ts';
import { logLimit, useLogRefresh, useLogSearch, useMigrationLogs } from './use-log-refresh.ts';
import { logsPanelId, useScrollToLogs, whenIdle } from './use-scroll-to-logs.ts';
import './logs.css';

/** The log, entry by entry; collapsed on phones until requested. */
export function LogsPanel({ migration }: { readonly migration: Migration }) {
  const running = !isFinal(migration);
  const { data, error, mutate } = useMigrationLogs(migration.id, running);
  const fetchAgain = useCallback(() => void mutate(), [mutate]);
  useLogRefresh(migration, { lines: data?.length, failing: error !== undefined }, fetchAgain);
  const fold = useLogFold();
  useScrollToLogs(data !== undefined && fold.open);
  const kind = objectTypes[migration.migrationType];
  const [search] = useSearchParams();
  // Only the server has all entries of a longer log.
  const text = data && data.length >= logLimit ? readLogView(search).text.trim() : '';
  const { data: found, error: unsearched } = useLogSearch(migration.id, running, text);
  const index = useMemo(
    () => (found ? indexLogs(found, kind, text) : indexLogs(data ?? [], kind)),
    [found, text, data, kind],
  );
  const older =
    text === '' ? null : found ? 'searched' : unsearched === undefined ? 'searching' : 'unsearched';
  // Builds the search texts ahead of the first keystroke.
  useEffect(() => whenIdle(() => void index.texts()), [index]);

  const about = data ? formatRecords(data.length, { one: 'entry', many: 'entries' }) : '';
  return (
    <Panel
      title="Logs"
      id={logsPanelId}
      flush
      extra={
        fold.folds ? <FoldToggle open={fold.open} what="logs" about={about} onToggle={fold.toggle} /> : null
      }
    >
      {!fold.open ? null : data ? (
        <LastKnown title="Could not refresh the log" error={error} onRetry={fetchAgain}>
          <Logs index={index} older={older} migration={migration} />
        </LastKnown>
      ) : error ? (
        <ErrorState title="Failed to fetch logs" error={error} onRetry={fetchAgain} />
      ) : (
        <Loading label="Loading the logs">
          <SkeletonRows rows={6} />
        </Loading>
      )}
    </Panel>
  );
}
