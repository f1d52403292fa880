import { listConnections } from '@ridgeline/contracts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { IgnoredParameters } from '../../../ui/page/IgnoredParameters.tsx';
import { BridgeArt, EmptyState, StaleNotice } from '../../../ui/page/PageStates.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { PageButtons, pageWindow } from '../../../ui/table/PageButtons.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { LoadedMigrations } from '../use-migrations.tsx';
import { useSilenceCheck } from '../running-migrations.ts';
import { isBackwards, isFiltered, unfiltered, useHistory, type HistoryView } from './history-view.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { MigrationCards, MigrationTable } from './MigrationTable.tsx';

type Query = ReturnType<typeof useHistory>;

interface HistoryPanelProps {
  readonly view: HistoryView;
  readonly onCreate: () => void;
}

const noun = { one: 'migration', many: 'migrations' };

/** The migrations that match the URL's filters, page by page. */
export function HistoryPanel({ view, onCreate }: HistoryPanelProps) {
  const query = useHistory(view);
  useSilenceCheck(query.data && !query.error ? query.data.migrations : [], () => void query.mutate());
  const total = query.data?.total;
  const filtered = isFiltered(view);
  const empty = total === 0 && !filtered;
  return (
    <Panel
      title="Migration History"
      flush
      extra={
        <span className="history-count numbers" role="status">
          {total === undefined || empty ? null : `${formatRecords(total, noun)}${filtered ? ' found' : ''}`}
        </span>
      }
    >
      <IgnoredParameters names={view.ignored} />
      {empty ? null : <HistoryFilters view={view} />}
      <LoadedMigrations query={query} rows={5}>
        {(page) =>
          page.total > 0 ? (
            <>
              {query.error ? (
                <StaleNotice
                  title="Could not refresh the history"
                  error={query.error}
                  onRetry={() => void query.mutate()}
                />
              ) : null}
              <Page {...page} stale={query.isLoading || Boolean(query.error)} />
            </>
          ) : filtered ? (
            <NothingFits view={view} />
          ) : (
            <NoMigrations onCreate={onCreate} />
          )
        }
      </LoadedMigrations>
    </Panel>
  );
}

type PageProps = NonNullable<Query['data']> & { readonly stale: boolean };

function Page({ migrations, total, page, pageSize, stale }: PageProps) {
  const phone = usePhone();
  const [, setSearch] = useSearchParams();
  const Rows = phone ? MigrationCards : MigrationTable;
  const pages = pageWindow(total, page, pageSize);
  return (
    <>
      <div className={stale ? 'stale' : undefined} aria-busy={stale}>
        <Rows migrations={migrations} />
      </div>
      <div className="history-foot">
        <PageButtons
          label="Pages of the history"
          window={pages}
          onChange={(next) => {
            setSearch((now) => {
              const address = new URLSearchParams(now);
              address.set('page', String(next));
              return address;
            });
          }}
        />
      </div>
    </>
  );
}

function NothingFits({ view }: Pick<HistoryPanelProps, 'view'>) {
  const [, setSearch] = useSearchParams();
  return (
    <div className="history-none">
      <p>
        {isBackwards(view)
          ? 'The day in From is after the day in To, so that no migration can match.'
          : 'No migrations match these filters.'}
      </p>
      <ClearButton
        onClick={() => {
          setSearch(unfiltered, { replace: true });
        }}
      >
        Clear filters
      </ClearButton>
    </div>
  );
}

/** The page before the first migration: it leads to whatever comes next, a connection or the migration. */
function NoMigrations({ onCreate }: { readonly onCreate: () => void }) {
  const { data } = useQuery(listConnections);
  const navigate = useNavigate();
  const unconnected = data?.length === 0;
  return (
    <EmptyState
      art={<BridgeArt />}
      title="No migrations found"
      text={
        unconnected
          ? 'Nothing has been copied yet. The first step is a connection between AccuLynx and HubSpot; it takes a few minutes.'
          : 'Nothing has been copied yet. Choose a connection, and watch each record arrive in HubSpot.'
      }
      action={
        <div className="history-first">
          {unconnected ? (
            <Button look="primary" onClick={() => void navigate('/connections?dialog=create')}>
              Create a connection
            </Button>
          ) : null}
          <Button look={unconnected ? 'text' : 'primary'} onClick={onCreate}>
            Create your first migration
          </Button>
        </div>
      }
    />
  );
}
