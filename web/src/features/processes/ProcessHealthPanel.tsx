import { CheckCircleOutlined } from '@ant-design/icons';
import type { MigrationProcess, ProcessHealth, SyncStatus } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { StaleNotice } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useNow } from '../../ui/text/Ago.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { useUser } from '../session/session-context.ts';
import { useSyncs } from '../sync/use-syncs.ts';
import { Orphans } from './Orphans.tsx';
import { inOrder, useOrphanCheck, useOrphans, useProcessHealth } from './process-display.ts';
import { ProcessList } from './ProcessList.tsx';
import { SyncHealth, SyncWorkers, wellText } from './SyncHealth.tsx';
import './processes.css';

/**
 * The processes that run the company's migrations, and its auto-sync. While all is well, only administrators see more than
 * one line; once something was wrong, it stays visible along with what was done about it.
 */
export function ProcessHealthPanel() {
  const { administrator } = useUser();
  const { data, error, mutate } = useProcessHealth();
  const askAgain = () => void mutate();
  const orphans = useOrphans();
  const syncs = useSyncs();
  const { present, orphans: found } = inOrder(data?.processes ?? []);
  useOrphanCheck(data && found, orphans.data?.orphanedProcesses, askAgain);
  const old = data !== undefined && error !== undefined;
  const wrong =
    Boolean(error ?? orphans.error ?? syncs.error) ||
    found.length > 0 ||
    (orphans.data?.orphanedProcesses ?? []).length > 0 ||
    (syncs.data ?? []).some(({ state }) => state === 'waiting');
  const [whole, setWhole] = useState(administrator);
  if (wrong && !whole) setWhole(true);
  if (!wrong && !whole)
    return (
      <Panel title={title} extra={<AllWell processes={data && present} syncs={syncs.data ?? []} />}>
        {null}
      </Panel>
    );
  return (
    <Panel title={title} extra={<Summary processes={data && present} old={old} />}>
      <div className="process-card">
        {error ? (
          <StaleNotice
            title={`Could not ${old ? 'refresh' : 'load'} the processes`}
            error={error}
            onRetry={askAgain}
          />
        ) : null}
        {data && (orphans.data || orphans.error) ? (
          <Health health={data} old={old} orphans={orphans} />
        ) : error ? null : (
          <Loading label="Loading the processes">
            <p className="process-note">…</p>
          </Loading>
        )}
        <SyncHealth />
        {data?.syncWorkers ? <SyncWorkers workers={data.syncWorkers} at={data.at} /> : null}
      </div>
    </Panel>
  );
}

const title = 'Process Health Monitor';

interface AllWellProps {
  /** Undefined while they are not known. */
  readonly processes: readonly MigrationProcess[] | undefined;
  readonly syncs: readonly SyncStatus[];
}

/** The line of a company where nothing is wrong. */
function AllWell({ processes, syncs }: AllWellProps) {
  if (!processes)
    return (
      <Loading label="Loading the processes">
        <p className="process-note">…</p>
      </Loading>
    );
  return (
    <p className="process-well numbers">
      <CheckCircleOutlined aria-hidden /> {wellText(processes.length, syncs)}
    </p>
  );
}

interface SummaryProps {
  /** Those under way or orphaned; undefined while they are not known. */
  readonly processes: readonly MigrationProcess[] | undefined;
  readonly old: boolean;
}

/** The three counts; dashes while they are not known. What has ended is neither healthy nor unhealthy any more. */
function Summary({ processes, old }: SummaryProps) {
  const unhealthy = processes?.filter(({ isHealthy }) => !isHealthy).length ?? 0;
  const count = (number: number) => (processes ? formatCount(number) : '–');
  const total = processes?.length ?? 0;
  return (
    <dl className={`process-summary numbers${old ? ' stale' : ''}`}>
      <div>
        <dt>Total</dt>
        <dd>{count(total)}</dd>
      </div>
      <div>
        <dt>Healthy</dt>
        <dd>{count(total - unhealthy)}</dd>
      </div>
      <div className={unhealthy > 0 ? 'process-summary-wrong' : undefined}>
        <dt>Unhealthy</dt>
        <dd>{count(unhealthy)}</dd>
      </div>
    </dl>
  );
}

interface HealthProps {
  readonly health: ProcessHealth;
  /** The last request failed, so these are the previous data. */
  readonly old: boolean;
  readonly orphans: ReturnType<typeof useOrphans>;
}

function Health({ health, old, orphans }: HealthProps) {
  const [showEnded, setShowEnded] = useState(false);
  const { present, ended } = inOrder(health.processes);
  const now = useNow(1000, present.length > 0 || showEnded);
  return (
    <div className={old ? 'process-health stale' : 'process-health'}>
      {orphans.error ? (
        <StaleNotice
          title="Could not load the orphaned processes"
          error={orphans.error}
          onRetry={() => void orphans.mutate()}
        />
      ) : null}
      <Orphans orphans={orphans.data?.orphanedProcesses ?? []} />
      {present.length > 0 ? (
        <ProcessList label="Processes under way or orphaned" processes={present} at={health.at} now={now} />
      ) : (
        <p className="process-note">No process is running. One starts with each migration.</p>
      )}
      {ended.length > 0 ? (
        <div>
          <Button
            small
            look="text"
            aria-expanded={showEnded}
            onClick={() => {
              setShowEnded(!showEnded);
            }}
          >
            {showEnded ? 'Hide' : 'Show'} {formatCount(ended.length)} that ended in the last 15 minutes
          </Button>
          {showEnded ? (
            <ProcessList label="Processes that ended" processes={ended} at={health.at} now={now} />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
