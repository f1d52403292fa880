import type { Migration } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Button, type ButtonProps } from '../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../ui/controls/keyboard-focus.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { usePhone } from '../../ui/theme/use-media-query.ts';
import { CompanyName } from '../company-names/CompanyName.tsx';
import { useCompanyNames } from '../company-names/use-company-names.ts';
import { MigrationStatusTag, PurposeTag } from '../migrations/MigrationStatusTag.tsx';
import { ProgressCell } from '../migrations/ProgressCell.tsx';
import { typeText } from '../migrations/record-words.ts';
import { isNarrowed, useAllMigrations, useMigrationsView } from './migrations-view.ts';
import '../migrations/migrations.css';

/** The migrations of all companies that fit the filters, and the way to older ones. */
export function AllMigrations() {
  const view = useMigrationsView();
  const { migrations, error, stale, more, loadingMore, loadMore, retry } = useAllMigrations(view);
  const names = useCompanyNames((migrations ?? []).map(({ companyId }) => companyId));
  const phone = usePhone();
  if (!migrations)
    return error ? (
      <ErrorState
        title="Could not load the migrations"
        consequence="Running migrations continue; no data was changed."
        error={error}
        onRetry={retry}
      />
    ) : (
      <Loading label="Loading the migrations">
        <SkeletonRows rows={8} />
      </Loading>
    );
  if (migrations.length === 0)
    return (
      <div className="company-none">
        <p>{isNarrowed(view) ? 'No migrations match these filters.' : 'No company has a migration yet.'}</p>
      </div>
    );
  const Rows = phone ? Cards : Table;
  return (
    <LastKnown title="Could not refresh the migrations" error={error} onRetry={retry}>
      <div className={stale ? 'stale' : undefined} aria-busy={stale}>
        <Rows migrations={migrations} names={names} />
      </div>
      {more ? (
        <div className="company-foot">
          <OlderButton loading={loadingMore} onClick={loadMore} />
        </div>
      ) : null}
    </LastKnown>
  );
}

const panelOf = (button: HTMLElement) => button.closest<HTMLElement>('section');

/** Disappears when there are no older migrations. */
function OlderButton(props: Pick<ButtonProps, 'loading' | 'onClick'>) {
  const button = useFocusFallback<HTMLButtonElement>(panelOf);
  return (
    <Button {...props} ref={button}>
      Show older migrations
    </Button>
  );
}

interface RowsProps {
  readonly migrations: readonly Migration[];
  readonly names: ReturnType<typeof useCompanyNames>;
}

const columns: readonly Column<Migration>[] = [
  {
    title: 'Connection',
    key: 'connection',
    render: (one) => (
      <>
        <div className="migration-name">
          <Link to={`/migrations/${one.id}`} title={one.connectionName}>
            {one.connectionName}
          </Link>
          <span className="numbers">#{one.id}</span>
        </div>
        <PurposeTag migration={one} />
      </>
    ),
  },
  { title: 'Type', key: 'type', width: '88px', render: ({ migrationType }) => typeText(migrationType) },
  { title: 'Status', key: 'status', width: '256px', render: (one) => <MigrationStatusTag migration={one} /> },
  { title: 'Progress', key: 'progress', width: '168px', render: (one) => <ProgressCell migration={one} /> },
  { title: 'Created', key: 'created', width: '140px', render: ({ createdAt }) => <Ago time={createdAt} /> },
];

function Table({ migrations, names }: RowsProps) {
  const all = useMemo<readonly Column<Migration>[]>(
    () => [
      {
        title: 'Company',
        key: 'company',
        width: '17%',
        render: ({ companyId }) => (
          <CompanyName companyId={companyId} name={companyId === null ? null : names.get(companyId)} />
        ),
      },
      ...columns,
    ],
    [names],
  );
  return (
    <DataTable
      label="Migrations of all companies"
      columns={all}
      rows={migrations}
      keyOf={({ id }) => id}
      minWidth="1024px"
    />
  );
}

function Cards({ migrations, names }: RowsProps) {
  return (
    <ul className="migration-cards" aria-label="Migrations of all companies">
      {migrations.map((one) => (
        <li key={one.id}>
          <CompanyName
            companyId={one.companyId}
            name={one.companyId === null ? null : names.get(one.companyId)}
          />
          <div className="migration-cards-head">
            <Link to={`/migrations/${one.id}`}>{one.connectionName}</Link>
            <MigrationStatusTag migration={one} />
          </div>
          <div className="migration-cards-note numbers">
            <span>
              #{one.id} · {typeText(one.migrationType)} · <Ago time={one.createdAt} />
            </span>
            <PurposeTag migration={one} />
          </div>
          <ProgressCell migration={one} />
        </li>
      ))}
    </ul>
  );
}
