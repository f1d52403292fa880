import { Loading, SkeletonCard, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { useConnectionView } from './use-connection-view.ts';
import './loading-connections.css';

/** The room of the search, and cards or rows under it, while nothing is there yet. */
export function LoadingConnections() {
  const [view] = useConnectionView();
  return (
    <Loading label="Loading the connections">
      <div className={`connections-loading connections-loading-${view}`}>
        {view === 'list' ? (
          <div className="state-card">
            <SkeletonRows rows={8} />
          </div>
        ) : (
          Array.from({ length: 6 }, (_, card) => <SkeletonCard key={card} lines={5} />)
        )}
      </div>
    </Loading>
  );
}
