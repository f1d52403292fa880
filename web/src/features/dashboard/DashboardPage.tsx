import { getStats } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { RevealTogether, SkeletonCard, SkeletonWord } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useCurrentMigrations } from '../results/use-current-migrations.ts';
import { fullName } from '../session/person.ts';
import { useUser } from '../session/session-context.ts';
import { VerifyEmailNotice } from '../session/VerifyEmailNotice.tsx';
import { AttentionPanel } from './AttentionPanel.tsx';
import { Guide } from './Guide.tsx';
import { FirstSteps, Results } from './Progress.tsx';
import { RunningPanel } from './RunningPanel.tsx';
import { SyncPanel } from './SyncPanel.tsx';
import { useCurrentConnections } from './use-current-connections.ts';
import './dashboard.css';

/** Connections that other users create are counted when the user returns to the page. */
const freshMs = 10_000;

/** What needs attention, what is being copied and the results; and, small, who is signed in here. */
export function DashboardPage() {
  const user = useUser();
  const { data, error, mutate, isLoading } = useQuery(getStats, {}, { dedupingInterval: freshMs });
  // The panels request this too. Only the loading state is read here, so that an update does not render the whole page.
  const { isLoading: connectionsLoad } = useCurrentConnections();
  const { isLoading: migrationsLoad } = useCurrentMigrations();
  const name = fullName(user);
  const unknown = Boolean(error) && !data;
  const count = data ? formatCount(data.connectionCount) : <SkeletonWord />;
  return (
    <>
      <PageHeader
        title="Dashboard"
        purpose="What needs your attention, what is being copied, and the results."
      />
      <VerifyEmailNotice />
      <div className="dashboard">
        <RevealTogether
          until={!isLoading && !connectionsLoad && !migrationsLoad}
          label="Loading the dashboard"
          skeleton={<DashboardSkeleton />}
        >
          <FirstSteps />
          <AttentionPanel />
          <RunningPanel />
          {data?.connectionCount === 0 ? null : <SyncPanel />}
          <Results />
          <div className="dashboard-facts">
            <Panel title="Account Information">
              <Facts
                columns={2}
                facts={[
                  { label: 'Name', value: name && <OneLine text={name} /> },
                  { label: 'Email address', value: user.email },
                  { label: 'Company ID', value: user.companyId },
                  { label: 'Connected Portals', value: unknown ? 'Unknown' : count },
                ]}
              />
            </Panel>
            <Panel title="Connection Statistics">
              {unknown ? (
                <ErrorState
                  title="Could not count the connections"
                  error={error}
                  onRetry={() => void mutate()}
                />
              ) : (
                <div className="dashboard-count">
                  <Facts facts={[{ label: 'Total Connections', value: count }]} figures />
                  <Link to="/connections">Manage connections</Link>
                </div>
              )}
            </Panel>
          </div>
          <Guide />
        </RevealTogether>
      </div>
    </>
  );
}

function DashboardSkeleton() {
  return (
    <div className="dashboard">
      <SkeletonCard lines={2} />
      <SkeletonCard lines={2} />
      <SkeletonCard lines={4} />
    </div>
  );
}
