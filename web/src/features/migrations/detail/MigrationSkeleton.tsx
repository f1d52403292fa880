import { SkeletonRows, SkeletonText } from '../../../ui/page/Loading.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
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
          <SkeletonText lines={4} />
        </div>
      </Panel>
      <div className="migration-pair">
        <Panel title="Throughput">
          <SkeletonText lines={8} />
        </Panel>
        <Panel title="Migration Details">
          <SkeletonText lines={8} />
        </Panel>
      </div>
      <Panel title="Records">
        <SkeletonText lines={1} />
      </Panel>
      <Panel title="Logs" flush>
        <SkeletonRows rows={6} />
      </Panel>
    </div>
  );
}

function SideSkeleton() {
  return (
    <div className="flow-side">
      <SkeletonText lines={3} />
    </div>
  );
}
