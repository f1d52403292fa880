import { PlusOutlined } from '@ant-design/icons';
import { lazy, memo, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { useDialogInUrl } from '../../../ui/dialog/Dialog.tsx';
import { RevealTogether, SkeletonCard } from '../../../ui/page/Loading.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { useOrphans, useProcessHealth } from '../../processes/process-display.ts';
import { ProcessHealthPanel } from '../../processes/ProcessHealthPanel.tsx';
import { useSyncs } from '../../sync/use-syncs.ts';
import { anyRecords } from '../record-words.ts';
import { isFiltered, readHistoryView, useHistory, type HistoryView } from './history-view.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import './history.css';

const CreateMigrationDialog = lazy(() => import('../create/CreateMigrationDialog.tsx'));

/**
 * The history of migrations, updated live, with the processes behind them and a button for a new one. Live data is
 * requested further down, so that an update renders its row instead of the page.
 */
export function MigrationsPage() {
  const [search] = useSearchParams();
  const view = useMemo(() => readHistoryView(search), [search]);
  const dialog = useDialogInUrl('create');
  // These decide whether the process panel is one line or expanded. The page waits for them, so that nothing below it
  // moves.
  const processes = useProcessHealth();
  const orphans = useOrphans();
  const syncs = useSyncs();
  // With all three, the line of the title would break on a phone as soon as updates are connected.
  const phone = usePhone();
  return (
    <>
      <PageHeader
        title="Migrations"
        purpose={`Each one copies the ${anyRecords} of an AccuLynx location to its HubSpot portal.`}
        marks={
          <>
            {phone ? null : <HelpLink to="migrations" />}
            <LiveBadge connected="Real-time updates connected" />
          </>
        }
        actions={<CreateAction view={view} onCreate={dialog.open} />}
      />
      <div className="migrations-page">
        <RevealTogether
          until={!processes.isLoading && !orphans.isLoading && !syncs.isLoading}
          label="Loading the history"
          skeleton={<SkeletonCard lines={8} />}
        >
          <ProcessHealthPanel />
          <HistoryPanel view={view} onCreate={dialog.open} />
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

interface CreateActionProps {
  readonly view: HistoryView;
  readonly onCreate: () => void;
}

/** One primary action at a time: an empty page has its own in the middle. */
function CreateAction({ view, onCreate }: CreateActionProps) {
  const { data } = useHistory(view);
  return <CreateButton primary={data?.total !== 0 || isFiltered(view)} onCreate={onCreate} />;
}

interface CreateButtonProps {
  readonly primary: boolean;
  readonly onCreate: () => void;
}

const CreateButton = memo(function CreateButton({ primary, onCreate }: CreateButtonProps) {
  return (
    <Button look={primary ? 'primary' : 'plain'} icon={<PlusOutlined aria-hidden />} onClick={onCreate}>
      Create New Migration
    </Button>
  );
});
