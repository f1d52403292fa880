import type { Migration } from '@ridgeline/contracts';
import { Facts } from '../../../../components/Facts.tsx';
import { formatCount, percentOf } from '../../../../components/format.ts';

/** How far it is in five numbers: they add up, processed = success + errors + skipped. */
export function ProgressFigures({ migration }: { readonly migration: Migration }) {
  const { processedCount, targetCount, successCount, errorCount, skipCount } = migration;
  const processed = formatCount(processedCount);
  return (
    <Facts
      figures
      columns={5}
      facts={[
        // Nothing is announced before a run has counted.
        {
          label: 'Processed',
          value: targetCount === 0 ? processed : `${processed} of ${formatCount(targetCount)}`,
        },
        { label: 'Success', value: formatCount(successCount) },
        { label: 'Errors', value: formatCount(errorCount) },
        { label: 'Skipped', value: formatCount(skipCount) },
        { label: 'Percent', value: `${percentOf(processedCount, targetCount)}%` },
      ]}
    />
  );
}
