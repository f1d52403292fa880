import type { Migration, MigrationStatus } from '@ridgeline/contracts';
import { memo } from 'react';
import { Facts, Panel } from '../../../ui/page/Panel.tsx';
import { formatCount, formatMoment, formatRecords } from '../../../ui/text/format.ts';
import { isFinal } from '../../live/migration-cache.ts';
import { FollowedBy } from '../following/RelatedMigrations.tsx';
import { objectViews } from '../objects/index.ts';
import { typeText } from '../record-words.ts';
import { sameFacts } from '../same-facts.ts';

/** What the time of the end is called: a run that stopped was not completed. */
const endNames: Readonly<Partial<Record<MigrationStatus, string>>> = {
  failed: 'Stopped',
  cancelled: 'Cancelled',
};

interface DetailsPanelProps {
  readonly migration: Migration;
  /** Whether it has the whole width of the page. */
  readonly wide?: boolean;
}

/** How the migration was set up, and when it ran. */
export const DetailsPanel = memo(function DetailsPanel({ migration, wide = false }: DetailsPanelProps) {
  const { migrationType, status, startedAt, completedAt } = migration;
  const chosen = objectViews[migrationType].chosen(migration);
  return (
    <Panel title="Migration Details">
      <Facts
        figures
        columns={wide ? 5 : 2}
        facts={[
          { label: 'Type', value: typeText(migrationType) },
          { label: 'Portal ID', value: migration.hubSpotPortalId },
          { label: 'Created', value: formatMoment(migration.createdAt) },
          { label: 'Started', value: startedAt && formatMoment(startedAt) },
          { label: endNames[status] ?? 'Completed', value: completedAt && formatMoment(completedAt) },
          { label: 'Batch size', value: formatCount(migration.batchSize) },
          ...(chosen ? [chosen] : []),
          {
            label: 'Concurrency',
            value: formatRecords(migration.concurrency, { one: 'thread', many: 'threads' }),
          },
          ...(isFinal(migration)
            ? [{ label: 'Followed by', value: <FollowedBy migration={migration} /> }]
            : []),
        ]}
      />
    </Panel>
  );
}, sameFacts);
