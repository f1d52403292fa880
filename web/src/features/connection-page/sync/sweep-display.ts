import type { FindingVerdict } from '@ridgeline/contracts';
import { formatRecords } from '../../../ui/text/format.ts';
import { missedText } from '../../sync/sync-display.ts';

/** A verdict of findings that is shown, and what it means. */
export interface VerdictLook {
  readonly verdict: Exclude<FindingVerdict, 'open'>;
  readonly label: string;
  readonly meaning: string;
}

export const verdictLooks: readonly VerdictLook[] = [
  {
    verdict: 'missed',
    label: 'Missed',
    meaning: missedText,
  },
  {
    verdict: 'late',
    label: 'Late',
    meaning: 'The events for these changes arrived after auto-sync had found them by comparing.',
  },
  {
    verdict: 'early',
    label: 'Early',
    meaning:
      'The events for these changes arrived before AccuLynx showed them. Auto-sync found them by comparing.',
  },
];

const usualMinutes = 15;

/** How often all records are compared, by how long that takes, in milliseconds; null before the first time. */
export function comparingText(allTakesMs: number | null): string {
  if (allTakesMs === null) return 'All records are being compared for the first time.';
  const minutes = Math.ceil(allTakesMs / 60_000);
  return minutes <= usualMinutes
    ? `Recent changes and all contacts are compared every ${usualMinutes} minutes, all jobs once a day.`
    : `Comparing all takes ${formatRecords(minutes, { one: 'minute', many: 'minutes' })}.`;
}
