import { PlusOutlined } from '@ant-design/icons';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { ClearButton } from '../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../ui/controls/Select.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { useSetFilters, withParameter } from '../../ui/page/use-set-filters.ts';
import { useTypedParameter } from '../../ui/page/use-typed-parameter.ts';
import { PageButtons, pageWindow } from '../../ui/table/PageButtons.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { usePhone } from '../../ui/theme/use-media-query.ts';
import { ConnectionDialogs } from '../connections/actions/ConnectionDialogs.tsx';
import { useConnectionDialog } from '../connections/actions/use-connection-dialog.ts';
import { useConnections } from '../connections/use-connections.ts';
import { HelpLink } from '../help/HelpLink.tsx';
import { AllConnectionCards, AllConnectionsTable } from './AllConnectionsTable.tsx';
import { CompanyFilter } from './CompanyFilter.tsx';
import { isNarrowed, unfiltered, useAllConnections, useConnectionsView } from './connections-view.ts';
import './companies.css';

const noun = { one: 'connection', many: 'connections' };

/** The connections of all companies, those that do not work first. For administrators. */
export default function AllConnectionsPage() {
  const view = useConnectionsView();
  const query = useAllConnections(view);
  const dialog = useConnectionDialog();
  const { data: own } = useConnections();
  const retry = () => void query.mutate();
  return (
    <>
      <PageHeader
        title="Portal Connections"
        page="Connections"
        marks={<HelpLink to="connections" />}
        purpose="The connections of all companies. Those that do not work come first."
        actions={
          <Button look="primary" icon={<PlusOutlined aria-hidden />} onClick={dialog.create}>
            Add Connection
          </Button>
        }
      />
      <section className="panel" aria-label="Connections of all companies">
        <Filters total={query.data?.total} />
        {query.data ? (
          <LastKnown title="Could not refresh the connections" error={query.error} onRetry={retry}>
            <div className={query.isLoading ? 'stale' : undefined} aria-busy={query.isLoading}>
              <Page {...query.data} />
            </div>
          </LastKnown>
        ) : query.error ? (
          <ErrorState title="Could not load the connections" error={query.error} onRetry={retry} />
        ) : (
          <Loading label="Loading the connections">
            <SkeletonRows rows={8} />
          </Loading>
        )}
      </section>
      <ConnectionDialogs connections={own} dialog={dialog} />
    </>
  );
}

function Filters({ total }: { readonly total: number | undefined }) {
  const view = useConnectionsView();
  const { typed, change } = useTypedParameter('q');
  const setFilters = useSetFilters();
  const set = (name: string) => (value: string) => {
    setFilters({ [name]: value });
  };
  return (
    <div className="company-filters">
      <SearchField
        className="company-search"
        label="Search connections"
        placeholder="Company or connection"
        value={typed}
        onChange={change}
      />
      <CompanyFilter value={view.company} onChange={set('company')} />
      <SelectFilter
        className="company-state"
        label="Status"
        all="Any status"
        options={[{ value: 'failing', label: 'Not working' }]}
        value={view.failing ? 'failing' : null}
        onChange={set('show')}
      />
      <p className="company-count numbers" role="status">
        {total === undefined ? null : `${formatRecords(total, noun)}${isNarrowed(view) ? ' found' : ''}`}
      </p>
    </div>
  );
}

type PageProps = NonNullable<ReturnType<typeof useAllConnections>['data']>;

function Page({ connections, total, page, pageSize }: PageProps) {
  const phone = usePhone();
  const view = useConnectionsView();
  const [, setSearch] = useSearchParams();
  const Rows = phone ? AllConnectionCards : AllConnectionsTable;
  if (total === 0) {
    return (
      <div className="company-none">
        <p>{isNarrowed(view) ? 'No connections match these filters.' : 'No company has a connection yet.'}</p>
        {isNarrowed(view) ? (
          <ClearButton
            onClick={() => {
              setSearch(unfiltered, { replace: true });
            }}
          >
            Clear filters
          </ClearButton>
        ) : null}
      </div>
    );
  }
  return (
    <>
      <Rows connections={connections} />
      <div className="company-foot">
        <PageButtons
          label="Pages of the connections"
          window={pageWindow(total, page, pageSize)}
          onChange={(next) => {
            setSearch((now) => withParameter(now, 'page', next === 1 ? '' : String(next)));
          }}
        />
      </div>
    </>
  );
}
