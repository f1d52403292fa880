import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { QuotaLimits } from './QuotaLimits.tsx';
import { useQuota } from './use-quota.ts';

/** How the limits of the connection's credentials are used now. */
export function QuotaPanel({ connectionId }: { readonly connectionId: number }) {
  const { data, error, mutate } = useQuota(connectionId);
  const retry = () => void mutate();
  return (
    <Panel title="Quota">
      {data ? (
        <LastKnown title="Could not refresh the quota" error={error} onRetry={retry}>
          <QuotaLimits quota={data} />
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the quota" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading the quota">
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </Panel>
  );
}
