import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { LiveBadge } from '../../live/LiveBadge.tsx';
import { isFinal } from '../../live/migration-versions.ts';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { sameFacts } from '../same-facts.ts';
import { useMigration } from '../use-migrations.ts';

/** The head of a migration's page; it stands still while the counts move. */
export const MigrationHeader = memo(function MigrationHeader({
  migration,
}: {
  readonly migration: Migration;
}) {
  return (
    <PageHeader
      title={`Migration #${migration.id}`}
      purpose={migration.connectionName}
      marks={
        <>
          <MigrationStatusTag migration={migration} />
          {isFinal(migration) ? null : <LiveBadge connected="Live" />}
        </>
      }
      actions={isCancellable(migration) ? <CancelAction migration={migration} /> : null}
    />
  );
}, sameFacts);

/** Its question names how many records were handled so far. */
function CancelAction({ migration }: { readonly migration: Migration }) {
  const { data = migration } = useMigration(String(migration.id));
  return <CancelMigration migration={data} text="Cancel Migration" />;
}
