import { objectTypes, type Migration } from '@ridgeline/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { isFinal } from '../../live/migration-cache.ts';
import { indexLogs } from './log-filter.ts';
import { Logs } from './Logs.tsx';
import { readLogView } from './log-view.ts';
import { logLimit, useLogRefresh, useLogSearch, useMigrationLogs } from './use-log-refresh.ts';
import { logsPanelId, useScrollToLogs, whenIdle } from './use-scroll-to-logs.ts';
import './logs.css';

/** What happened, line by line. */
export function LogsPanel({ migration }: { readonly migration: Migration }) {
  const running = !isFinal(migration);
  const { data, error, mutate } = useMigrationLogs(migration.id, running);
  const fetchAgain = useCallback(() => void mutate(), [mutate]);
  useLogRefresh(migration, { lines: data?.length, failing: error !== undefined }, fetchAgain);
  useScrollToLogs(data !== undefined);
  const kind = objectTypes[migration.migrationType];
  const [search] = useSearchParams();
  // Of a longer log only the server has all lines.
  const text = data && data.length >= logLimit ? readLogView(search).text.trim() : '';
  const { data: found, error: unsearched } = useLogSearch(migration.id, running, text);
  const index = useMemo(
    () => (found ? indexLogs(found, kind, text) : indexLogs(data ?? [], kind)),
    [found, text, data, kind],
  );
  const older =
    text === '' ? null : found ? 'searched' : unsearched === undefined ? 'searching' : 'unsearched';
  // The first keystroke of a search finds the texts made.
  useEffect(() => whenIdle(() => void index.texts()), [index]);

  return (
    <Panel title="Logs" id={logsPanelId} flush>
      {data ? (
        <LastKnown title="The log could not be brought up to date" error={error} onRetry={fetchAgain}>
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
