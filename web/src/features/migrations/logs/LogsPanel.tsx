import { objectTypes, type Migration } from '@ridgeline/contracts';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { formatCount } from '../../../components/format.ts';
import { Loading, SkeletonRows } from '../../../components/Loading.tsx';
import { PageButtons } from '../../../components/pages/PageButtons.tsx';
import { pageWindow } from '../../../components/pages/page-window.ts';
import { Panel } from '../../../components/Panel.tsx';
import { usePhone } from '../../../components/use-media-query.ts';
import { isFinal } from '../../live/migration-versions.ts';
import { logLimit, useMigrationLogs } from '../use-migrations.ts';
import { outcomeCounts } from '../outcomes.ts';
import { countLevels, filterLogs, indexLogs, type IndexedLog } from './log-filter.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogList } from './LogList.tsx';
import { outcomeNote } from './log-outcomes.ts';
import { LogTable } from './LogTable.tsx';
import { useLogRefresh } from './use-log-refresh.ts';
import { useLogView } from './use-log-view.ts';
import './logs.css';

/** The panel's place in the page, for links to it. */
export const logsPanelId = 'logs';

/** What happened, line by line. */
export function LogsPanel({ migration }: { readonly migration: Migration }) {
  const final = isFinal(migration);
  const { data, error, mutate } = useMigrationLogs(String(migration.id), !final);
  const fetchAgain = useCallback(() => void mutate(), [mutate]);
  useLogRefresh(migration, data?.length, fetchAgain);
  const { migrationType } = migration;
  const logs = useMemo(() => indexLogs(data ?? [], objectTypes[migrationType]), [data, migrationType]);

  return (
    <Panel title="Logs" id={logsPanelId} flush>
      {data ? (
        <Logs logs={logs} migration={migration} />
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

interface LogsProps {
  readonly logs: readonly IndexedLog[];
  readonly migration: Migration;
}

function Logs({ logs, migration }: LogsProps) {
  const { view, change } = useLogView();
  const phone = usePhone();
  const { level, outcome, page } = view;
  const text = useDeferredValue(view.text);
  const counts = useMemo(() => countLevels(logs), [logs]);
  const found = useMemo(() => filterLogs(logs, { level, outcome, text }), [logs, level, outcome, text]);
  const pages = pageWindow(found.length, page);
  const lines = found.slice(pages.from, pages.to);
  const Lines = phone ? LogList : LogTable;
  const note =
    outcome && text === '' ? outcomeNote(outcome, outcomeCounts(migration)[outcome], found.length) : null;
  return (
    <>
      <LogFilters view={view} counts={counts} onChange={change} />
      {note ? <p className="logs-note numbers">{note}</p> : null}
      {lines.length > 0 ? (
        <Lines lines={lines} />
      ) : (
        <p className="logs-none">{logs.length > 0 ? 'No lines match this filter.' : whyNoLines(migration)}</p>
      )}
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

/** A run logs a line as it begins: one that ended and has none has outlived what is kept of it. */
function whyNoLines(migration: Migration): string {
  if (!isFinal(migration)) return 'Nothing has happened yet; lines appear as the migration goes on.';
  if (migration.startedAt === null) return 'Nothing was logged: it ended before it started.';
  return 'The log of this migration is not kept any more. Its counts and its account stay.';
}
