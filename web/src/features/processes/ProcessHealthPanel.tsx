import type { ProcessHealth } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { formatCount } from '../../components/format.ts';
import { Loading } from '../../components/Loading.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { Orphans } from './Orphans.tsx';
import { inOrder } from './process-look.ts';
import { ProcessList } from './ProcessList.tsx';
import { useOrphans, useProcessHealth } from './use-processes.ts';
import './processes.css';

/** The processes that do the company's migrations, and how they are. */
export function ProcessHealthPanel() {
  const { data, error, mutate } = useProcessHealth();
  return (
    <Panel title="Process Health Monitor" extra={<Summary summary={data?.summary} />}>
      {error ? (
        <div className="process-failure">
          <FailureAlert
            title="The processes could not be looked at"
            error={error}
            fallback="Something unexpected happened."
          />
          <Button onClick={() => void mutate()}>Try Again</Button>
        </div>
      ) : null}
      {data ? (
        <Health health={data} />
      ) : error ? null : (
        <Loading label="Looking at the processes">
          <p className="process-note">…</p>
        </Loading>
      )}
    </Panel>
  );
}

/** The three counts; dashes while they are not known. */
function Summary({ summary }: { readonly summary: ProcessHealth['summary'] | undefined }) {
  const count = (name: keyof ProcessHealth['summary']) => (summary ? formatCount(summary[name]) : '–');
  return (
    <dl className="process-summary numbers">
      <div>
        <dt>Total</dt>
        <dd>{count('total')}</dd>
      </div>
      <div>
        <dt>Healthy</dt>
        <dd>{count('healthy')}</dd>
      </div>
      <div className={summary && summary.unhealthy > 0 ? 'process-summary-wrong' : undefined}>
        <dt>Unhealthy</dt>
        <dd>{count('unhealthy')}</dd>
      </div>
    </dl>
  );
}

function Health({ health }: { readonly health: ProcessHealth }) {
  const { data } = useOrphans();
  const [showEnded, setShowEnded] = useState(false);
  const { present, ended } = inOrder(health.processes);
  const now = useNow(1000, present.length > 0 || showEnded);
  return (
    <div className="process-health">
      <Orphans orphans={(data ?? health).orphanedProcesses} />
      {present.length > 0 ? (
        <ProcessList label="Processes under way" processes={present} now={now} />
      ) : (
        <p className="process-note">
          No process is running{ended.length > 0 ? '; the counts are of those that have ended lately' : ''}.
          One starts with each migration.
        </p>
      )}
      {ended.length > 0 ? (
        <div>
          <Button
            size="small"
            type="text"
            aria-expanded={showEnded}
            onClick={() => {
              setShowEnded(!showEnded);
            }}
          >
            {showEnded ? 'Hide' : 'Show'} {formatCount(ended.length)} that ended within 15 minutes
          </Button>
          {showEnded ? <ProcessList label="Processes that ended" processes={ended} now={now} /> : null}
        </div>
      ) : null}
    </div>
  );
}
