import type { Migration } from '@ridgeline/contracts';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { formatCount } from '../../../components/format.ts';
import { Loading, SkeletonRows } from '../../../components/Loading.tsx';
import { PageButtons } from '../../../components/pages/PageButtons.tsx';
import { pageWindow } from '../../../components/pages/page-window.ts';
import { Panel } from '../../../components/Panel.tsx';
import { usePhone } from '../../../components/use-media-query.ts';
import { isFinal } from '../../live/migration-versions.ts';
import { logLimit, useMigrationLogs } from '../use-migrations.ts';
import { countLevels, filterLogs, indexLogs, type IndexedLog } from './log-filter.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogList } from './LogList.tsx';
import { LogTable } from './LogTable.tsx';
import { useLogView } from './use-log-view.ts';
import './logs.css';

/** What happened, line by line. */
export function LogsPanel({ migration }: { readonly migration: Migration }) {
  const final = isFinal(migration);
  const { data, error, mutate } = useMigrationLogs(String(migration.id), !final);
  // The last lines are written with the end itself, after the last poll.
  useEffect(() => {
    if (final) void mutate();
  }, [final, mutate]);
  const logs = useMemo(() => indexLogs(data ?? []), [data]);

  return (
    <Panel title="Logs" flush>
      {data ? (
        <Logs logs={logs} waiting={!final} />
      ) : error ? (
        <ErrorState title="Failed to fetch logs" error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the logs">
          <SkeletonRows rows={6} />
        </Loading>
      )}
    </Panel>
  );
}

function Logs({ logs, waiting }: { readonly logs: readonly IndexedLog[]; readonly waiting: boolean }) {
  const { view, change } = useLogView();
  const phone = usePhone();
  const { level, page } = view;
  const text = useDeferredValue(view.text);
  const counts = useMemo(() => countLevels(logs), [logs]);
  const found = useMemo(() => filterLogs(logs, { level, text }), [logs, level, text]);
  const pages = pageWindow(found.length, page);
  const lines = found.slice(pages.from, pages.to);
  const Lines = phone ? LogList : LogTable;
  return (
    <>
      <LogFilters view={view} counts={counts} onChange={change} />
      {lines.length > 0 ? <Lines lines={lines} /> : <NoLines any={logs.length > 0} waiting={waiting} />}
      <div className="logs-foot">
        <p className="numbers" role="status">
          {found.length === 0
            ? 'No lines'
            : `${formatCount(pages.from + 1)}–${formatCount(pages.to)} of ${formatCount(found.length)}`}
          {logs.length >= logLimit ? `; the newest ${formatCount(logLimit)} lines are shown` : ''}
        </p>
        <PageButtons label="Pages of the logs" window={pages} onChange={(next) => change({ page: next })} />
      </div>
    </>
  );
}

function NoLines({ any, waiting }: { readonly any: boolean; readonly waiting: boolean }) {
  const none = waiting
    ? 'Nothing has happened yet; lines appear as the migration goes on.'
    : 'Nothing was logged.';
  return <p className="logs-none">{any ? 'No lines match this filter.' : none}</p>;
}
