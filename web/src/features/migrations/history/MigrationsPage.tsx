import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useDialogInUrl } from '../../../components/use-dialog-in-url.ts';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { ProcessHealthPanel } from '../../processes/ProcessHealthPanel.tsx';
import { anyRecords } from '../record-words.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { isFiltered, readHistoryView } from './history-view.ts';
import { useHistory } from './use-history.ts';
import './history.css';

const CreateMigrationDialog = lazy(() => import('../create/CreateMigrationDialog.tsx'));

/** The history of migrations, moving while they run, the processes behind them, and the way to a new one. */
export function MigrationsPage() {
  const [search] = useSearchParams();
  const view = readHistoryView(search);
  const query = useHistory(view);
  const dialog = useDialogInUrl('create');
  const empty = query.data?.total === 0 && !isFiltered(view);
  return (
    <>
      <PageHeader
        title="Migrations"
        purpose={`Each one copies the ${anyRecords} of an AccuLynx account to its HubSpot portal.`}
        marks={<LiveBadge connected="Real-time updates connected" />}
        actions={
          <Button
            // One primary action at a time: an empty page has its own in the middle.
            type={empty ? 'default' : 'primary'}
            icon={<PlusOutlined aria-hidden />}
            onClick={dialog.open}
          >
            Create New Migration
          </Button>
        }
      />
      <div className="migrations-page">
        <ProcessHealthPanel />
        <HistoryPanel view={view} query={query} onCreate={dialog.open} />
      </div>
      {dialog.isOpen ? (
        <Suspense>
          <CreateMigrationDialog onClose={dialog.close} />
        </Suspense>
      ) : null}
    </>
  );
}
