import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { attentionOfCompanies, listAllConnections } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useNow } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { useOrphans } from '../processes/process-display.ts';
import { failingCompanies, type FailingCompany } from './company-attention.ts';

const noun = { one: 'company', many: 'companies' };

/** So many companies are shown; the rest are counted. */
const most = 20;

/** No event reports what fails in other companies. */
const polled = { refreshInterval: 30_000, dedupingInterval: 5_000 } as const;

/** What is known of all companies; each part of the page that asks shares the answers. */
export function useFindings() {
  const connections = useQuery(listAllConnections, { query: { failing: 'true', page: 1 } }, polled);
  const attention = useQuery(attentionOfCompanies, {}, polled);
  const orphans = useOrphans();
  return {
    connections,
    attention,
    orphans,
    isLoading: connections.isLoading || attention.isLoading || orphans.isLoading,
  };
}

/** The companies that need attention: what is wrong, the worst first, and the way to it. */
export function FailingCompanies() {
  const { connections, attention, orphans } = useFindings();
  const now = useNow(polled.refreshInterval);
  const error = connections.error ?? attention.error ?? orphans.error;
  const retry = () => {
    void connections.mutate();
    void attention.mutate();
    void orphans.mutate();
  };
  if (!connections.data || !attention.data || !orphans.data)
    return (
      <Panel title="Needs attention">
        {error ? (
          <ErrorState title="Could not check for problems" error={error} onRetry={retry} />
        ) : (
          <Loading label="Looking for what needs attention">
            <SkeletonRows rows={4} />
          </Loading>
        )}
      </Panel>
    );
  const found = failingCompanies(
    {
      connections: connections.data.connections,
      attention: attention.data,
      orphans: orphans.data.orphanedProcesses,
    },
    now,
  );
  const more = attention.data.more || connections.data.total > connections.data.connections.length;
  return (
    <Panel
      title="Needs attention"
      extra={
        found.length === 0 ? null : (
          <span className="company-count numbers" role="status">
            {formatRecords(found.length, noun)}
          </span>
        )
      }
    >
      <LastKnown title="Could not refresh what needs attention" error={error} onRetry={retry}>
        {found.length === 0 ? (
          <p className="companies-calm">
            <CheckCircleOutlined aria-hidden />
            <span>No company needs attention.</span>
          </p>
        ) : (
          <Companies found={found} more={more} />
        )}
      </LastKnown>
    </Panel>
  );
}

interface CompaniesProps {
  readonly found: readonly FailingCompany[];
  /** Whether more is wrong than the queries returned. */
  readonly more: boolean;
}

function Companies({ found, more }: CompaniesProps) {
  const left = found.length - most;
  return (
    <>
      <ul className="failing-companies">
        {found.slice(0, most).map(({ companyId, name, items }) => (
          <li key={companyId}>
            <h3>
              <OneLine text={name ?? companyId} />
              {name === null ? null : <small>{companyId}</small>}
            </h3>
            <ul>
              {items.map(({ key, title, text, links }) => (
                <li key={key}>
                  <WarningOutlined aria-hidden />
                  <div>
                    <p className="failing-what">{title}</p>
                    <p className="failing-why">{text}</p>
                  </div>
                  {links.map((link) => (
                    <Link key={link.to} to={link.to} aria-label={`${link.text}: ${title}`}>
                      {link.text}
                    </Link>
                  ))}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {left > 0 || more ? (
        <p className="company-more numbers">
          {left > 0 ? `and ${formatRecords(left, noun)} more. ` : 'There is more than is listed here. '}
          <Link to="/connections?show=failing">Connections that do not work</Link>{' '}
          <Link to="/migrations?status=failed">Failed migrations</Link>
        </p>
      ) : null}
    </>
  );
}
