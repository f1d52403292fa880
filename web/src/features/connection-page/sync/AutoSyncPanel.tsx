import type { Connection, SyncStatus } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Facts, Panel } from '../../../ui/page/Panel.tsx';
import { useScrollToPanel } from '../../../ui/page/use-scroll-to-panel.ts';
import { Ago } from '../../../ui/text/Ago.tsx';
import { formatCount, formatDuration, formatRecords } from '../../../ui/text/format.ts';
import { IfOwn, useIsViewed } from '../../company-names/ViewedCompany.tsx';
import type { ShowDialog } from '../../connections/actions/use-connection-dialog.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { autoSyncId, neverOn, recordNoun, syncLook } from '../../sync/sync-display.ts';
import { SyncTag } from '../../sync/SyncTag.tsx';
import { syncOf, useSyncsWith } from '../../sync/use-syncs.ts';
import { ComparedWithHubspot } from './ComparedWithHubspot.tsx';
import { FailedRecords } from './FailedRecords.tsx';
import { MissedChanges } from './MissedChanges.tsx';
import { SyncFeed } from './SyncFeed.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';
import './auto-sync.css';

interface AutoSyncPanelProps {
  readonly connection: Connection;
  readonly onShow: ShowDialog;
  /** Whether the panel is visible and can be scrolled to; it may load hidden. */
  readonly inSight?: boolean;
}

/** The connection's auto-sync: its state, what failed, and what was copied. */
export function AutoSyncPanel({ connection, onShow, inSight = true }: AutoSyncPanelProps) {
  const viewed = useIsViewed();
  const { data, error, mutate } = useSyncsWith(connection.id, viewed);
  const sync = syncOf(connection.id, data);
  useScrollToPanel(autoSyncId, data !== undefined && inSight);
  const askAgain = () => void mutate();
  const told = sync ?? neverOn;
  return (
    <Panel
      title="Auto-sync"
      id={autoSyncId}
      marks={<HelpLink to="autoSync" />}
      extra={data ? <SyncTag sync={told} bare /> : null}
    >
      {data ? (
        <div className="sync">
          <LastKnown title="Could not refresh auto-sync" error={error} onRetry={askAgain}>
            <p className="sync-reason">{syncLook(told).reason}</p>
            {sync ? <State sync={sync} /> : <BeforeSync connection={connection} />}
          </LastKnown>
          {told.state === 'off' && !viewed ? (
            <Button
              small
              onClick={() => {
                onShow('edit', connection.id);
              }}
            >
              Switch on in settings
            </Button>
          ) : null}
          {sync && sync.deadLetters > 0 ? (
            <FailedRecords connectionId={connection.id} portal={connection} count={sync.deadLetters} />
          ) : null}
          {sync ? <SyncFeed connectionId={connection.id} portal={connection} /> : null}
          {told.state === 'off' ? null : (
            <>
              <MissedChanges connectionId={connection.id} portal={connection} />
              <ComparedWithHubspot connectionId={connection.id} portal={connection} />
              <WebhookHealth connection={connection} onShow={onShow} />
            </>
          )}
        </div>
      ) : error ? (
        <ErrorState title="Could not load auto-sync" error={error} onRetry={askAgain} />
      ) : (
        <Loading label="Loading auto-sync">
          <SkeletonRows rows={3} />
        </Loading>
      )}
    </Panel>
  );
}

/** Shown for a connection whose auto-sync was never switched on. */
function BeforeSync({ connection: { lastSync, lastEventAt } }: Pick<AutoSyncPanelProps, 'connection'>) {
  return (
    <Facts
      columns={2}
      facts={[
        { label: 'Last sync', value: lastSync === null ? 'Never' : <Ago time={lastSync} /> },
        { label: 'Last event', value: lastEventAt === null ? 'Never' : <Ago time={lastEventAt} /> },
      ]}
    />
  );
}

function State({ sync }: { readonly sync: SyncStatus }) {
  const { upToDateAsOf, waiting, oldestWaitingAt, delayMs, lastEventAt, leftToMigrations } = sync;
  return (
    <>
      <Facts
        columns={5}
        figures
        facts={[
          { label: 'Up to date as of', value: upToDateAsOf === null ? null : <Ago time={upToDateAsOf} /> },
          {
            label: 'Waiting',
            value: (
              <>
                {formatRecords(waiting, recordNoun)}
                {oldestWaitingAt === null ? null : (
                  <small>
                    oldest: <Ago time={oldestWaitingAt} />
                  </small>
                )}
              </>
            ),
          },
          {
            label: 'Delay, last 15 min',
            value: delayMs === null ? null : `95% within ${formatDuration(delayMs)}`,
          },
          { label: 'Last event', value: lastEventAt === null ? 'Never' : <Ago time={lastEventAt} /> },
          { label: 'Left to migrations', value: formatCount(leftToMigrations) },
        ]}
      />
      {leftToMigrations > 0 ? <LeftToMigrations sync={sync} /> : null}
    </>
  );
}

function LeftToMigrations({ sync: { connectionId, leftToMigrations } }: { readonly sync: SyncStatus }) {
  const [records, verb, them] =
    leftToMigrations === 1 ? (['record', 'was', 'it'] as const) : (['records', 'were', 'them'] as const);
  return (
    <div className="sync-left">
      <p>
        {formatCount(leftToMigrations)} changed {records} {verb} in AccuLynx before auto-sync was switched on,
        so only a migration copies {them}.
      </p>
      <IfOwn>
        <Link to={`/migrations?dialog=create&connection=${connectionId}`}>Create a migration</Link>
      </IfOwn>
    </div>
  );
}
