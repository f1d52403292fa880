import { outcomeKinds, type Migration, type OutcomeKind } from '@ridgeline/contracts';

export interface Outcome {
  readonly name: OutcomeKind;
  readonly text: string;
  /** What it means, in one line. */
  readonly meaning: string;
  readonly count: number;
}

export const outcomeTexts: Readonly<Record<OutcomeKind, string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  removed: 'Removed',
  skipped: 'Skipped',
  failed: 'Failed',
};

const meanings: Readonly<Record<OutcomeKind, string>> = {
  created: 'New in HubSpot',
  updated: 'Was in HubSpot and got newer details',
  unchanged: 'Was in HubSpot with the same details',
  removed: 'Moved to the recycle bin of HubSpot by an undo',
  skipped: 'Left out on purpose',
  failed: 'Could not be copied',
};

/** What became of the processed records; the counts add up to `processedCount`. */
export function outcomesOf(told: OutcomeCounts): readonly Outcome[] {
  const counts = outcomeCounts(told);
  // Only an undo removes anything.
  return outcomeKinds
    .filter((name) => name !== 'removed' || counts.removed > 0)
    .map((name) => ({
      name,
      text: outcomeTexts[name],
      meaning: meanings[name],
      count: counts[name],
    }));
}

/** How many records had each outcome, as a migration tells it; servers of earlier releases do not tell what was removed. */
export type OutcomeCounts = Pick<
  Migration,
  'createdCount' | 'updatedCount' | 'unchangedCount' | 'skipCount' | 'errorCount'
> &
  Partial<Pick<Migration, 'removedCount'>>;

/** How many records had each outcome. */
export const outcomeCounts = (migration: OutcomeCounts): Readonly<Record<OutcomeKind, number>> => ({
  created: migration.createdCount,
  updated: migration.updatedCount,
  unchanged: migration.unchangedCount,
  removed: migration.removedCount ?? 0,
  skipped: migration.skipCount,
  failed: migration.errorCount,
});
