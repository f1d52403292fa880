import { PlusOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/EmptyState.tsx';
import { BridgeArt } from '../../components/BridgeArt.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PageButtons } from '../../components/pages/PageButtons.tsx';
import { pageWindow, readPage } from '../../components/pages/page-window.ts';
import { Panel } from '../../components/Panel.tsx';
import { useDialogInUrl } from '../../components/use-dialog-in-url.ts';
import { usePhone } from '../../components/use-media-query.ts';
import { LiveBadge } from '../live/LiveBadge.tsx';
import { LoadedMigrations } from './LoadedMigrations.tsx';
import { MigrationCards } from './MigrationCards.tsx';
import { MigrationTable } from './MigrationTable.tsx';
import { anyRecords } from './record-words.ts';
import { useMigrations } from './use-migrations.ts';
import './migrations.css';

const CreateMigrationDialog = lazy(() => import('./create/CreateMigrationDialog.tsx'));

/** The history of migrations, moving while they run, and the way to a new one. */
export function MigrationsPage() {
  const query = useMigrations();
  const dialog = useDialogInUrl('create');
  return (
    <>
      <PageHeader
        title="Migrations"
        purpose={`Each one copies the ${anyRecords} of an AccuLynx account to its HubSpot portal.`}
        marks={<LiveBadge connected="Real-time updates connected" />}
        actions={
          <Button
            // One primary action at a time: an empty page has its own in the middle.
            type={query.data?.length === 0 ? 'default' : 'primary'}
            icon={<PlusOutlined aria-hidden />}
            onClick={dialog.open}
          >
            Create New Migration
          </Button>
        }
      />
      <Panel title="Migration History" flush>
        <LoadedMigrations query={query} rows={5}>
          {(migrations) => <History migrations={migrations} onCreate={dialog.open} />}
        </LoadedMigrations>
      </Panel>
      {dialog.isOpen ? (
        <Suspense>
          <CreateMigrationDialog onClose={dialog.close} />
        </Suspense>
      ) : null}
    </>
  );
}

interface HistoryProps {
  readonly migrations: readonly Migration[];
  readonly onCreate: () => void;
}

function History({ migrations, onCreate }: HistoryProps) {
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  if (migrations.length === 0) {
    return (
      <EmptyState
        art={<BridgeArt />}
        title="No migrations found"
        text="Nothing has been copied yet. Choose a connection, and watch each record arrive in HubSpot."
        action={
          <Button type="primary" onClick={onCreate}>
            Create your first migration
          </Button>
        }
      />
    );
  }
  const pages = pageWindow(migrations.length, readPage(search));
  const shown = migrations.slice(pages.from, pages.to);
  return (
    <>
      {phone ? <MigrationCards migrations={shown} /> : <MigrationTable migrations={shown} />}
      <div className="history-foot">
        <PageButtons
          label="Pages of the history"
          window={pages}
          onChange={(page) => {
            setSearch({ page: String(page) });
          }}
        />
      </div>
    </>
  );
}
