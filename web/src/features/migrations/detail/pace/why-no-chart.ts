import type { Migration, Throughput } from '@ridgeline/contracts';
import { isFinal } from '../../../live/migration-versions.ts';

type Run = Pick<Migration, 'status' | 'processedCount' | 'completedAt'>;

/** Why there is no chart; null until that is known: an answer of before the end does not know what was counted since. */
export function whyNoChart(run: Run, told: Pick<Throughput, 'at'> | undefined): string | null {
  if (!told) return null;
  const { processedCount, completedAt } = run;
  if (!isFinal(run))
    return processedCount === 0
      ? 'The chart begins with the first records.'
      : 'The chart begins in a moment.';
  if (processedCount === 0) return 'No record was handled.';
  if (completedAt !== null && Date.parse(told.at) < Date.parse(completedAt)) return null;
  return 'How fast it was at which time is not kept any more.';
}
