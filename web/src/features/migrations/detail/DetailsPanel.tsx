import type { Migration } from '@ridgeline/contracts';
import { Facts, type Fact } from '../../../components/Facts.tsx';
import { formatCount, formatMoment, formatRecords } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { typeTexts } from '../texts.ts';

const strategies = { SET_BLANK: 'Leave the field blank', ADD_OPTION: 'Add the option in HubSpot' };

/** How the migration was set up, and when it ran. */
export function DetailsPanel({ migration }: { readonly migration: Migration }) {
  const { migrationType, startedAt, completedAt } = migration;
  const choice: Fact =
    migrationType === 'contacts'
      ? { label: 'Include no-email contacts', value: migration.includeNoEmailContacts ? 'Yes' : 'No' }
      : { label: 'Property strategy', value: strategies[migration.enumerativeErrorStrategy] };
  return (
    <Panel title="Migration Details">
      <Facts
        figures
        columns={5}
        facts={[
          { label: 'Type', value: typeTexts[migrationType] },
          { label: 'Portal ID', value: migration.hubSpotPortalId },
          { label: 'Created', value: formatMoment(migration.createdAt) },
          { label: 'Started', value: startedAt && formatMoment(startedAt) },
          { label: 'Completed', value: completedAt && formatMoment(completedAt) },
          { label: 'Batch size', value: formatCount(migration.batchSize) },
          choice,
          { label: 'Concurrency', value: formatRecords(migration.concurrency, 'thread') },
        ]}
      />
    </Panel>
  );
}
