import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { PageHeader, PageTitle } from '../../../ui/page/PageHeader.tsx';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import { migrationTitle } from '../../summary/purpose.ts';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { isFinal } from '../../live/migration-cache.ts';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { PauseButton, usePauseSwitch } from '../PauseMigration.tsx';
import { FollowsLink } from '../following/RelatedMigrations.tsx';
import { UndoButton } from '../following/UndoButton.tsx';
import { nothingStarted, useAttempt, useFollow } from '../following/use-follow.ts';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { sameFacts } from '../same-facts.ts';
import { useMigration } from '../use-migrations.tsx';
import '../../../ui/page/state.css';

/** The head of a migration's page; it does not change while the counts move. */
export const MigrationHeader = memo(function MigrationHeader({
  migration,
}: {
  readonly migration: Migration;
}) {
  const { failure, ...pause } = usePauseSwitch(migration);
  const { undo } = useFollow(migration);
  const preview = useAttempt('Could not start the preview of the undo');
  return (
    <>
      <PageHeader
        title={migrationTitle(migration)}
        purpose={
          migration.follows ? (
            <>
              {migration.connectionName} · <FollowsLink follows={migration.follows} />
            </>
          ) : (
            migration.connectionName
          )
        }
        marks={
          <div className="migration-marks">
            <MigrationStatusTag migration={migration} />
            {isFinal(migration) ? null : (
              <IfOwn>
                <LiveBadge connected="Live" />
              </IfOwn>
            )}
          </div>
        }
        actions={
          <IfOwn>
            {isCancellable(migration) ? (
              <>
                <PauseButton id={migration.id} {...pause} />
                <CancelAction migration={migration} />
              </>
            ) : (
              <UndoButton
                migration={migration}
                busy={preview.busy !== null}
                onUndo={() => void preview.attempt('undo', () => undo(true))}
              />
            )}
          </IfOwn>
        }
      />
      {preview.failure ? <FailureAlert {...preview.failure} fallback={nothingStarted} /> : null}
      {failure ? <FailureAlert {...failure} fallback="Nothing was changed. Try again." /> : null}
    </>
  );
}, sameFacts);

/** Its question names how many records were processed so far. */
function CancelAction({ migration }: { readonly migration: Migration }) {
  const { data = migration } = useMigration(String(migration.id));
  return <CancelMigration migration={data} text="Cancel Migration" />;
}

/** Replaces the page of a migration that the company does not have. */
export function MigrationNotFound({ id }: { readonly id: string }) {
  return (
    <div className="state-card">
      <PageTitle page="Migration Not Found" />
      <div className="state">
        <h1>Migration Not Found</h1>
        <p>There is no migration #{id} in your company.</p>
        <Link to="/migrations">Back to migrations</Link>
      </div>
    </div>
  );
}
