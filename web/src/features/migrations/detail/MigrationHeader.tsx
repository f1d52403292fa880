import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../../ui/page/PageHeader.tsx';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import { migrationTitle } from '../../summary/purpose.ts';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { isFinal } from '../../live/migration-cache.ts';
import { FollowsLink } from '../following/RelatedMigrations.tsx';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { sameFacts } from '../same-facts.ts';
import { useRunActions } from './use-run-actions.tsx';
import '../../../ui/page/state.css';

/** The head of a migration's page; it does not change while the counts move. */
export const MigrationHeader = memo(function MigrationHeader({
  migration,
}: {
  readonly migration: Migration;
}) {
  const { buttons, failures } = useRunActions(migration, 'header');
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
        actions={buttons}
      />
      {failures}
    </>
  );
}, sameFacts);

/** Shown if the company has no migration with this id. */
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
