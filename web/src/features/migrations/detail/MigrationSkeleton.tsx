import { Skeleton } from 'antd';
import { SkeletonRows } from '../../../components/Loading.tsx';
import { Panel } from '../../../components/Panel.tsx';
import './flow/flow.css';
import './migration-page.css';

/** The page of a migration before it is known: the same panels in the same places. */
export function MigrationSkeleton() {
  return (
    <div className="migration-page">
      <Panel title="Progress">
        <div className="flow">
          <div className="flow-sides">
            <SideSkeleton />
            <div className="stream">
              <p className="stream-percent">–</p>
              <div className="stream-line" />
              <p className="stream-phase" />
            </div>
            <SideSkeleton />
          </div>
          <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />
        </div>
      </Panel>
      <div className="migration-pair">
        <Panel title="Throughput">
          <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
        </Panel>
        <Panel title="Migration Details">
          <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
        </Panel>
      </div>
      <Panel title="Logs" flush>
        <SkeletonRows rows={6} />
      </Panel>
    </div>
  );
}

function SideSkeleton() {
  return (
    <div className="flow-side">
      <Skeleton active title={false} paragraph={{ rows: 3, width: ['50%', '70%', '40%'] }} />
    </div>
  );
}
