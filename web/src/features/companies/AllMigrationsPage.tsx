import { PlusOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useDialogInUrl } from '../../ui/dialog/Dialog.tsx';
import { RevealTogether, SkeletonCard } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useConnections } from '../connections/use-connections.ts';
import { HelpLink } from '../help/HelpLink.tsx';
import { ProcessHealthPanel } from '../processes/ProcessHealthPanel.tsx';
import { AllMigrations } from './AllMigrations.tsx';
import { MigrationFilters } from './MigrationFilters.tsx';
import { useAllMigrations, useMigrationsView } from './migrations-view.ts';
import './companies.css';

const CreateMigrationDialog = lazy(() => import('../migrations/create/CreateMigrationDialog.tsx'));

/** The migrations of all companies, and the processes behind them. For administrators. */
export default function AllMigrationsPage() {
  const dialog = useDialogInUrl('create');
  // Only connections of the user's own company can be migrated.
  const { data: own = [] } = useConnections();
  const { isLoading } = useAllMigrations(useMigrationsView());
  return (
    <>
      <PageHeader
        title="Migrations"
        marks={<HelpLink to="migrations" />}
        purpose="The migrations of all companies, newest first. Refreshed every 15 seconds."
        actions={
          own.length > 0 ? (
            <Button icon={<PlusOutlined aria-hidden />} onClick={dialog.open}>
              Create New Migration
            </Button>
          ) : null
        }
      />
      <div className="company-page">
        <RevealTogether until={!isLoading} label="Loading the history" skeleton={<SkeletonCard lines={8} />}>
          <Panel title="Migration History" flush>
            <MigrationFilters />
            <AllMigrations />
          </Panel>
          <ProcessHealthPanel />
        </RevealTogether>
      </div>
      {dialog.isOpen ? (
        <Suspense>
          <CreateMigrationDialog onClose={dialog.close} />
        </Suspense>
      ) : null}
    </>
  );
}
