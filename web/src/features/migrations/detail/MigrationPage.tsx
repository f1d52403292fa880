import { ArrowLeftOutlined } from '@ant-design/icons';
import { ApiError, type Migration } from '@ridgeline/contracts';
import { Button } from 'antd';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { PageHeader, PageTitle } from '../../../components/PageHeader.tsx';
import { isFinal } from '../../live/migration-versions.ts';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { LogsPanel } from '../logs/LogsPanel.tsx';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { useMigration } from '../use-migrations.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { FlowPanel } from './FlowPanel.tsx';
import { MigrationSkeleton } from './MigrationSkeleton.tsx';
import { ReconciliationPanel } from './ReconciliationPanel.tsx';
import './migration-page.css';

/** One migration, watched live. */
export function MigrationPage() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useMigration(id);
  if (data) return <MigrationView migration={data} />;
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
            title="The migration could not be loaded"
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

function BackButton() {
  const navigate = useNavigate();
  return (
    <Button
      className="migration-back"
      type="text"
      size="small"
      icon={<ArrowLeftOutlined aria-hidden />}
      onClick={() => void navigate('/migrations')}
    >
      Back to migrations
    </Button>
  );
}

function MigrationView({ migration }: { readonly migration: Migration }) {
  return (
    <>
      <BackButton />
      <PageHeader
        title={`Migration #${migration.id}`}
        purpose={migration.connectionName}
        marks={
          <>
            <MigrationStatusTag migration={migration} />
            {isFinal(migration) ? null : <LiveBadge connected="Live" />}
          </>
        }
        actions={
          isCancellable(migration) ? <CancelMigration migration={migration} text="Cancel Migration" /> : null
        }
      />
      <div className="migration-page">
        <FlowPanel migration={migration} />
        {migration.reconciliation ? (
          <ReconciliationPanel account={migration.reconciliation} migration={migration} />
        ) : null}
        <LogsPanel migration={migration} />
        <DetailsPanel migration={migration} />
      </div>
    </>
  );
}

function MigrationNotFound({ id }: { readonly id: string }) {
  return (
    <>
      <PageTitle page="Migration Not Found" />
      <div className="state-card">
        <EmptyState
          title="Migration Not Found"
          text={`There is no migration #${id} in your company.`}
          action={<Link to="/migrations">Back to migrations</Link>}
        />
      </div>
    </>
  );
}
