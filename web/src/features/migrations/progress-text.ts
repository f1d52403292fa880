import { objectTypes, type Migration } from '@ridgeline/contracts';
import { formatCount } from '../../ui/text/format.ts';

type Counted = Pick<Migration, 'status' | 'migrationType' | 'processedCount' | 'targetCount' | 'startedAt'>;

/** `1,250 / 5,000`. */
export const progressText = ({ processedCount, targetCount }: Counted): string =>
  `${formatCount(processedCount)} / ${formatCount(targetCount)}`;

/** What there is to say beside it while nothing is counted; null as soon as something is. */
export function progressNote(migration: Counted): string | null {
  const { status, migrationType, processedCount, targetCount, startedAt } = migration;
  if (processedCount > 0 || targetCount > 0) return null;
  const { many } = objectTypes[migrationType].noun;
  switch (status) {
    case 'queued':
      return 'Waits for its turn';
    case 'running':
      return `Counting the ${many}`;
    case 'completed':
      return `AccuLynx has no ${many}`;
    case 'failed':
    case 'cancelled':
      return startedAt ? 'Nothing was copied' : 'It did not start';
  }
}
