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
  skipped: 'Skipped',
  failed: 'Failed',
};

const meanings: Readonly<Record<OutcomeKind, string>> = {
  created: 'New in HubSpot',
  updated: 'Was in HubSpot and got newer details',
  unchanged: 'Was in HubSpot with the same details',
  skipped: 'Left out on purpose',
  failed: 'Could not be copied',
};

/** What became of the processed records; the counts add up to `processedCount`. */
export function outcomesOf(told: OutcomeCounts): readonly Outcome[] {
  const counts = outcomeCounts(told);
  return outcomeKinds.map((name) => ({
    name,
    text: outcomeTexts[name],
    meaning: meanings[name],
    count: counts[name],
  }));
}

/** How many records had each outcome, as a migration tells it. */
export type OutcomeCounts = Pick<
  Migration,
  'createdCount' | 'updatedCount' | 'unchangedCount' | 'skipCount' | 'errorCount'
>;

/** How many records had each outcome. */
export const outcomeCounts = (migration: OutcomeCounts): Readonly<Record<OutcomeKind, number>> => ({
  created: migration.createdCount,
  updated: migration.updatedCount,
  unchanged: migration.unchangedCount,
  skipped: migration.skipCount,
  failed: migration.errorCount,
});
