import { listConnections } from '@ridgeline/contracts';
import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Facts } from '../../components/Facts.tsx';
import { formatCount } from '../../components/format.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Panel } from '../../components/Panel.tsx';
import { fullName } from '../session/person.ts';
import { useUser } from '../session/session-context.ts';
import { Guide } from './Guide.tsx';
import './dashboard.css';

/** Who is signed in, how much is connected, and where to go on. */
export function DashboardPage() {
  const user = useUser();
  const { data, error, mutate } = useQuery(listConnections);
  const count = data ? (
    formatCount(data.length)
  ) : (
    <Skeleton.Node active className="dashboard-count-loading" />
  );
  return (
    <>
      <PageHeader title="Dashboard" purpose="Your account, and what is connected." />
      <div className="dashboard">
        <Panel title="Account Information">
          <Facts
            columns={2}
            facts={[
              { label: 'Name', value: fullName(user) },
              { label: 'Email address', value: user.email },
              { label: 'Company ID', value: user.companyId },
              { label: 'Connected Portals', value: error && !data ? 'Unknown' : count },
            ]}
          />
        </Panel>
        <Panel title="Connection Statistics">
          {error && !data ? (
            <ErrorState
              title="The connections could not be counted"
              error={error}
              onRetry={() => void mutate()}
            />
          ) : (
            <div className="dashboard-count">
              <p>Total Connections</p>
              <strong className="numbers">{count}</strong>
              <Link to="/connections">Manage connections</Link>
            </div>
          )}
        </Panel>
        <Guide connected={data ? data.length > 0 : null} />
      </div>
    </>
  );
}
