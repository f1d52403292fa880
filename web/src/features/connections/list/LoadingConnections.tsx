import { Loading, SkeletonCard } from '../../../components/Loading.tsx';
import './loading-connections.css';

/** The search and the cards, while nothing is there yet. */
export function LoadingConnections() {
  return (
    <Loading label="Loading the connections">
      <div className="connections-loading">
        {Array.from({ length: 6 }, (_, card) => (
          <SkeletonCard key={card} lines={5} />
        ))}
      </div>
    </Loading>
  );
}
