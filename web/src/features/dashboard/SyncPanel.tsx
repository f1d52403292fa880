import type { SyncStatus } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { formatAgo, formatMoment } from '../../ui/text/format.ts';
import { useNow } from '../../ui/text/Ago.tsx';
import { autoSyncId } from '../sync/sync-display.ts';
import { useSyncs } from '../sync/use-syncs.ts';
import { syncLineOf } from './sync-line.ts';

/** The company's auto-sync in one line. */
export function SyncPanel() {
  const { data, error, mutate } = useSyncs();
  const retry = () => void mutate();
  return (
    <Panel title="Auto-sync" extra={data ? <Link to={placeOf(data)}>See auto-sync</Link> : null}>
      {data ? (
        <LastKnown title="Could not refresh auto-sync" error={error} onRetry={retry}>
          <Line syncs={data} />
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load auto-sync" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading auto-sync">
          <SkeletonRows rows={1} />
        </Loading>
      )}
    </Panel>
  );
}

/** The page of the only connection with auto-sync, else the list. */
function placeOf(syncs: readonly SyncStatus[]): string {
  const [only, ...others] = syncs.filter(({ state }) => state !== 'off');
  return only && others.length === 0 ? `/connections/${only.connectionId}#${autoSyncId}` : '/connections';
}

function Line({ syncs }: { readonly syncs: readonly SyncStatus[] }) {
  const { state, tone, icon: Icon, text, reason, lastChangeAt } = syncLineOf(syncs);
  const now = useNow(1_000, lastChangeAt !== null);
  return (
    <p className="sync-line">
      <Icon className={`sync-line-${tone}`} aria-hidden />
      <span>
        <span className="numbers">
          {text}
          {lastChangeAt === null ? null : (
            <>
              , last change{' '}
              <time dateTime={lastChangeAt} title={formatMoment(lastChangeAt)}>
                {formatAgo(lastChangeAt, now)}
              </time>
            </>
          )}
        </span>
        {state === 'off' ? (
          <small>
            Changes in AccuLynx are copied by migrations only. Switch it on in the settings of a connection.
          </small>
        ) : null}
        {reason === null ? null : <small>{reason}</small>}
      </span>
    </p>
  );
}
