import type { Connection, Migration } from '@ridgeline/contracts';
import { Facts } from '../../../ui/page/Panel.tsx';
import { capitalized, formatCount, formatMoment, formatRecords } from '../../../ui/text/format.ts';
import { objectViews } from '../objects/index.ts';
import { typeText } from '../record-words.ts';

interface AccountFactsProps {
  readonly migration: Migration;
  /** Undefined where it was deleted, or is not known yet. */
  readonly connection: Connection | undefined;
  /** Who started it; undefined until known. */
  readonly startedBy: string | undefined;
}

/** What was migrated, from where to where, when, and with which options. */
export function AccountFacts({ migration, connection, startedBy }: AccountFactsProps) {
  const { migrationType, status, startedAt, completedAt } = migration;
  const chosen = objectViews[migrationType].chosen(migration);
  return (
    <Facts
      figures
      columns={2}
      facts={[
        { label: 'Connection', value: migration.connectionName },
        { label: 'Company in AccuLynx', value: connection?.acculynxCompanyName },
        { label: 'HubSpot portal ID', value: migration.hubSpotPortalId },
        { label: 'Type', value: typeText(migrationType) },
        { label: 'Status', value: capitalized(status) },
        { label: 'Started by', value: startedBy },
        { label: 'Started', value: startedAt && formatMoment(startedAt) },
        { label: 'Ended', value: completedAt && formatMoment(completedAt) },
        { label: 'Batch size', value: formatCount(migration.batchSize) },
        {
          label: 'Concurrency',
          value: formatRecords(migration.concurrency, { one: 'thread', many: 'threads' }),
        },
        ...(chosen ? [chosen] : []),
      ]}
    />
  );
}
