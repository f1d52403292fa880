import { objectTypes, type Migration } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import type { ToastContent } from '../../ui/toast/use-toast.ts';
import { isUndo, migrationTitle, purposeOf, type Purpose } from '../summary/purpose.ts';
import { runEnd } from '../summary/run-summary.ts';

/**
 * The toast for an ended migration, shown on every page. On the migration's own page it is only a title, because the page
 * shows the rest.
 */
export function endToast(migration: Migration, besideItsPage = false): ToastContent {
  const { description, ...toast } = wholeToast(migration);
  return besideItsPage || description === undefined ? toast : { ...toast, description };
}

/** For each purpose: its name in a title, what happened to its records, and what remains of a stopped one. */
const kinds: Readonly<
  Record<Purpose, { readonly title: string; readonly done: string; readonly stays: string }>
> = {
  copy: { title: 'Migration', done: 'in HubSpot', stays: 'What was written stays.' },
  dryRun: { title: 'Dry Run', done: 'would be in HubSpot', stays: 'Nothing was written.' },
  undo: { title: 'Undo', done: 'undone', stays: 'What was undone stays undone.' },
  undoPreview: { title: 'Undo Preview', done: 'would be undone', stays: 'Nothing was written.' },
};

function wholeToast(migration: Migration): ToastContent {
  const name = `${migrationTitle(migration)} of ${migration.connectionName}`;
  const purpose = purposeOf(migration);
  const { noun, hubspotNoun } = objectTypes[migration.migrationType];
  const done = formatRecords(migration.successCount, hubspotNoun);
  switch (migration.status) {
    case 'completed': {
      const { tone, exceptions } = runEnd(migration);
      const skipped =
        migration.skipCount > 0 && !isUndo(purpose) ? [`${formatCount(migration.skipCount)} skipped`] : [];
      return {
        tone: tone === 'warning' ? 'warning' : 'success',
        title: `${kinds[purpose].title} Completed`,
        description: `${name}: ${[`${done} ${kinds[purpose].done}`, ...skipped, ...exceptions].join(', ')}.`,
      };
    }
    case 'failed':
      return {
        tone: 'error',
        title: `${kinds[purpose].title} Failed`,
        description: `${name} stopped after ${formatRecords(migration.processedCount, noun)}. ${migration.failureMessage ?? kinds[purpose].stays}`,
      };
    case 'cancelled':
    case 'queued':
    case 'running':
      return {
        tone: 'info',
        title: `${kinds[purpose].title} Cancelled`,
        description: `${name}: ${cancelledAt(migration)}`,
      };
  }
}

/** The same count as the page shows. */
function cancelledAt(migration: Migration): string {
  const { processedCount, targetCount, migrationType } = migration;
  if (processedCount === 0) return 'nothing had been written.';
  const stays = kinds[purposeOf(migration)].stays;
  const target = formatRecords(targetCount, objectTypes[migrationType].noun);
  return `${formatCount(processedCount)} of ${target} had been processed; ${stays.charAt(0).toLowerCase()}${stays.slice(1)}`;
}
