import { ArrowLeftOutlined } from '@ant-design/icons';
import { ApiError, type Migration } from '@ridgeline/contracts';
import { memo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../../ui/page/PageStates.tsx';
import { ViewedCompany } from '../../company-names/ViewedCompany.tsx';
import { isFinal } from '../../live/migration-cache.ts';
import { LogsPanel } from '../logs/LogsPanel.tsx';
import { RecordsPanel } from './records/RecordsPanel.tsx';
import { useMigration } from '../use-migrations.tsx';
import { useSilenceCheck } from '../running-migrations.ts';
import { CausesPanel } from './causes/CausesPanel.tsx';
import { CheckPanel } from './check/CheckPanel.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { DuplicatesFirst } from './duplicates/DuplicatesFirst.tsx';
import { FlowPanel } from './flow/FlowPanel.tsx';
import { FoldedProgress } from './FoldedProgress.tsx';
import { Jumps } from './Jumps.tsx';
import { MigrationHeader, MigrationNotFound } from './MigrationHeader.tsx';
import { MigrationSkeleton } from './MigrationSkeleton.tsx';
import { ThroughputPanel } from './pace/ThroughputPanel.tsx';
import { ReconciliationPanel } from './reconciliation/ReconciliationPanel.tsx';
import { RunState } from './result/RunState.tsx';
import { VerdictPanel } from './result/VerdictPanel.tsx';
import './migration-page.css';
import './print.css';

/** One migration, watched live. */
export function MigrationPage() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useMigration(id);
  useSilenceCheck(data && !error ? [data] : [], () => void mutate());
  if (data) return <MigrationView key={id} migration={data} />;
  if (error instanceof ApiError && error.status === 404) return <MigrationNotFound id={id} />;
  return (
    <>
      <BackButton />
      <PageHeader
        title={`Migration #${id}`}
        purpose={error ? null : <span className="migration-name-loading" />}
      />
      {error ? (
        <div className="state-card">
          <ErrorState
            title="Could not load the migration"
            consequence="The migration itself is not affected by this."
            error={error}
            onRetry={() => void mutate()}
          />
        </div>
      ) : (
        <Loading label="Loading the migration">
          <MigrationSkeleton />
        </Loading>
      )}
    </>
  );
}

const BackButton = memo(function BackButton() {
  const navigate = useNavigate();
  return (
    <Button
      className="migration-back"
      look="text"
      small
      icon={<ArrowLeftOutlined aria-hidden />}
      onClick={() => void navigate('/migrations')}
    >
      Back to migrations
    </Button>
  );
});

function MigrationView({ migration }: { readonly migration: Migration }) {
  const account = migration.reconciliation;
  // An ended dry run is viewed for its plan, not for its speed.
  const planned = migration.dryRun && isFinal(migration);
  // If the migration ends while the page is open, nothing moves. If it had already ended, the result comes first and the
  // progress is collapsed.
  const [openedAfterEnd] = useState(isFinal(migration));
  const looksBack = openedAfterEnd && !planned;
  const pair = (
    <div className="migration-pair">
      <ThroughputPanel migration={migration} />
      <DetailsPanel migration={migration} />
    </div>
  );
  const reconciliation = (
    <>
      {account ? <ReconciliationPanel account={account} migration={migration} /> : null}
      <CheckPanel migration={migration} />
    </>
  );
  return (
    <>
      <BackButton />
      <ViewedCompany companyId={migration.companyId}>
        <MigrationHeader migration={migration} />
        <div className={openedAfterEnd ? 'migration-page' : 'migration-page migration-page-watched'}>
          <Jumps migration={migration} />
          {account ? <VerdictPanel account={account} migration={migration} /> : null}
          {isFinal(migration) ? null : <RunState migration={migration} />}
          {looksBack ? reconciliation : <FlowPanel migration={migration} />}
          {openedAfterEnd ? null : pair}
          <CausesPanel migration={migration} />
          <DuplicatesFirst key={String(planned)} migration={migration} planned={planned}>
            <RecordsPanel migration={migration} />
            {looksBack ? <FoldedProgress migration={migration} /> : reconciliation}
            {openedAfterEnd ? <DetailsPanel migration={migration} wide /> : null}
            <LogsPanel migration={migration} />
          </DuplicatesFirst>
        </div>
      </ViewedCompany>
    </>
  );
}
