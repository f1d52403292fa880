import { objectTypes, type Migration } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import type { ToastContent } from '../../ui/toast/use-toast.ts';
import { runEnd } from '../judgement/run-judgement.ts';

/** What a person is told when a migration ended, on whatever page; beside its own page, which tells the rest, its title alone. */
export function endToast(migration: Migration, besideItsPage = false): ToastContent {
  const { description, ...toast } = wholeToast(migration);
  return besideItsPage || description === undefined ? toast : { ...toast, description };
}

function wholeToast(migration: Migration): ToastContent {
  const name = `Migration #${migration.id} of ${migration.connectionName}`;
  const { noun, hubspotNoun } = objectTypes[migration.migrationType];
  const done = formatRecords(migration.successCount, hubspotNoun);
  switch (migration.status) {
    case 'completed': {
      const { tone, exceptions } = runEnd(migration);
      const skipped = migration.skipCount > 0 ? [`${formatCount(migration.skipCount)} skipped`] : [];
      return {
        tone: tone === 'warning' ? 'warning' : 'success',
        title: 'Migration Completed',
        description: `${name}: ${[`${done} in HubSpot`, ...skipped, ...exceptions].join(', ')}.`,
      };
    }
    case 'failed':
      return {
        tone: 'error',
        title: 'Migration Failed',
        description: `${name} stopped after ${formatRecords(migration.processedCount, noun)}. ${migration.failureMessage ?? 'What was written stays.'}`,
      };
    case 'cancelled':
    case 'queued':
    case 'running':
      return {
        tone: 'info',
        title: 'Migration Cancelled',
        description: `${name}: ${cancelledAt(migration)}`,
      };
  }
}

/** The same count as the page shows. */
function cancelledAt({ processedCount, targetCount, migrationType }: Migration): string {
  if (processedCount === 0) return 'nothing had been written.';
  const target = formatRecords(targetCount, objectTypes[migrationType].noun);
  return `${formatCount(processedCount)} of ${target} had been handled; what was written stays.`;
}
