import type { Migration } from '@ridgeline/contracts';

export type OutcomeName = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';

export interface Outcome {
  readonly name: OutcomeName;
  readonly text: string;
  /** What it means, in one line. */
  readonly meaning: string;
  readonly count: number;
}

/** What became of the processed records; the counts add up to `processedCount`. */
export function outcomesOf(migration: Migration): readonly Outcome[] {
  const { createdCount, updatedCount, unchangedCount, skipCount, errorCount } = migration;
  return [
    { name: 'created', text: 'Created', meaning: 'New in HubSpot', count: createdCount },
    {
      name: 'updated',
      text: 'Updated',
      meaning: 'Was in HubSpot and got newer details',
      count: updatedCount,
    },
    {
      name: 'unchanged',
      text: 'Unchanged',
      meaning: 'Was in HubSpot with the same details',
      count: unchangedCount,
    },
    {
      name: 'skipped',
      text: 'Skipped',
      meaning: 'Left out on purpose; see the warnings below',
      count: skipCount,
    },
    {
      name: 'failed',
      text: 'Failed',
      meaning: 'HubSpot refused it; see the errors below',
      count: errorCount,
    },
  ];
}
