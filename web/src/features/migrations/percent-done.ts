import type { Migration } from '@ridgeline/contracts';
import { percentOf } from '../../components/format.ts';

/** How much of a migration is done, 0 to 100 in whole percent; all of it when it came to its end with nothing to copy. */
export function percentDone(
  { processedCount, targetCount }: Pick<Migration, 'processedCount' | 'targetCount'>,
  status: Migration['status'],
): number {
  return status === 'completed' && targetCount === 0 ? 100 : percentOf(processedCount, targetCount);
}
