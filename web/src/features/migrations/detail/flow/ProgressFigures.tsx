import { Facts } from '../../../../ui/table/Facts.tsx';
import { formatCount, percentOf } from '../../../../ui/text/format.ts';
import type { Counts } from './counts-between.ts';

/** How far it is in five numbers: they add up, processed = success + errors + skipped. */
export function ProgressFigures({ counts }: { readonly counts: Counts }) {
  const { processedCount, targetCount, successCount, errorCount, skipCount } = counts;
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
