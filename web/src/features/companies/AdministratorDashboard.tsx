import { listAllConnections } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { RevealTogether, SkeletonCard, SkeletonWord } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { fullName } from '../session/person.ts';
import { useUser } from '../session/session-context.ts';
import { VerifyEmailNotice } from '../session/VerifyEmailNotice.tsx';
import { FailingCompanies, useFindings } from './FailingCompanies.tsx';
import './companies.css';

const freshMs = 10_000;

/** The companies that need attention; and, small, who is signed in here and how many connections there are. */
export default function AdministratorDashboard() {
  const user = useUser();
  const { data, error } = useQuery(listAllConnections, { query: { page: 1 } }, { dedupingInterval: freshMs });
  const { isLoading } = useFindings();
  const name = fullName(user);
  const total = data ? formatCount(data.total) : error ? 'Unknown' : <SkeletonWord />;
  return (
    <>
      <PageHeader title="Dashboard" purpose="The companies that need attention, and why." />
      <VerifyEmailNotice />
      <div className="company-page">
        <RevealTogether
          until={!isLoading}
          label="Loading the dashboard"
          skeleton={<SkeletonCard lines={6} />}
        >
          <FailingCompanies />
          <div className="company-facts">
            <Panel title="Account Information">
              <Facts
                columns={2}
                facts={[
                  { label: 'Name', value: name && <OneLine text={name} /> },
                  { label: 'Email address', value: <OneLine text={user.email} /> },
                  { label: 'Company ID', value: user.companyId },
                  { label: 'Role', value: 'Administrator of all companies' },
                ]}
              />
            </Panel>
            <Panel title="Connection Statistics">
              <div className="company-total">
                <Facts facts={[{ label: 'Total Connections', value: total }]} figures />
                <Link to="/connections">Manage connections</Link>
              </div>
            </Panel>
          </div>
        </RevealTogether>
      </div>
    </>
  );
}
