import { SkeletonCard } from '../../ui/page/Loading.tsx';

/** The room of the first panels of a connection. */
export function ConnectionSkeleton() {
  return (
    <div className="connection-page">
      <SkeletonCard lines={5} />
      <SkeletonCard lines={5} />
    </div>
  );
}
