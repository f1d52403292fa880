import { useSearchParams } from 'react-router-dom';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { IgnoredParameters } from '../../../ui/page/IgnoredParameters.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StaleNotice } from '../../../ui/page/StaleNotice.tsx';
import { PageButtons, pageWindow } from '../../../ui/table/PageButtons.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { LoadedMigrations } from '../LoadedMigrations.tsx';
import { useSilenceCheck } from '../use-silence-check.ts';
import { isBackwards, isFiltered, unfiltered, type HistoryView } from './history-view.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { MigrationCards } from './MigrationCards.tsx';
import { MigrationTable } from './MigrationTable.tsx';
import { NoMigrations } from './NoMigrations.tsx';
import { useHistory } from './use-history.ts';

type Query = ReturnType<typeof useHistory>;

interface HistoryPanelProps {
  readonly view: HistoryView;
  readonly onCreate: () => void;
}

const noun = { one: 'migration', many: 'migrations' };

/** The migrations that fit the filters of the address, a page at a time. */
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
                  title="The history could not be brought up to date"
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
