import { outcomeKinds, type Migration, type OutcomeKind } from '@ridgeline/contracts';
import { isUndo, type Purpose } from '../summary/purpose.ts';

/** The label for records with an outcome, and its meaning in one line. */
interface OutcomeWords {
  readonly text: string;
  readonly meaning: string;
}

export interface Outcome extends OutcomeWords {
  readonly name: OutcomeKind;
  readonly count: number;
}

const say = (text: string, meaning: string): OutcomeWords => ({ text, meaning });

const removed = say('Removed', "Is in HubSpot's recycle bin");
const wouldBeRemoved = say('Would be removed', "Would be moved to HubSpot's recycle bin");

/** The words for outcomes, by what the migration is for. */
const words: Readonly<Record<Purpose, Readonly<Record<OutcomeKind, OutcomeWords>>>> = {
  copy: {
    created: say('Created', 'New in HubSpot'),
    updated: say('Updated', 'Was in HubSpot and got newer details'),
    unchanged: say('Unchanged', 'Was in HubSpot with the same details'),
    skipped: say('Skipped', 'Not copied; see the reason'),
    failed: say('Failed', 'Could not be copied'),
    removed,
  },
  dryRun: {
    created: say('Would be created', 'Is not in HubSpot yet'),
    updated: say('Would be updated', 'Is in HubSpot and would get newer details'),
    unchanged: say('Would be unchanged', 'Is in HubSpot with the same details'),
    skipped: say('Would be skipped', 'Not copied; see the reason'),
    failed: say('Cannot be copied', 'See the reason'),
    removed: wouldBeRemoved,
  },
  undo: {
    created: say('Created again', 'Is in HubSpot again'),
    updated: say('Set back', 'Has the values from before in HubSpot again'),
    unchanged: say('Unchanged', 'Was as before already'),
    skipped: say('Spared', 'Left as it is; see the reason'),
    failed: say('Failed', 'Could not be undone'),
    removed,
  },
  undoPreview: {
    created: say('Would be created again', 'Would be in HubSpot again'),
    updated: say('Would be set back', 'Would get the values from before'),
    unchanged: say('Would be unchanged', 'Is as before already'),
    skipped: say('Would be spared', 'Would be left as it is; see the reason'),
    failed: say('Cannot be undone', 'See the reason'),
    removed: wouldBeRemoved,
  },
};

/** The label of an outcome in a migration with this purpose, and its meaning. */
export const wordsOfOutcome = (outcome: OutcomeKind, purpose: Purpose): OutcomeWords =>
  words[purpose][outcome];

/** Outcomes that are always shown for a copying migration and for an undo; others only where they occurred. */
const copied: readonly string[] = ['created', 'updated', 'unchanged', 'skipped', 'failed'];
const undone: readonly string[] = ['removed', 'updated', 'unchanged', 'skipped', 'failed'];

/** The outcomes that are shown of a migration, in their order. */
export function shownOutcomes(
  counts: Readonly<Record<OutcomeKind, number>>,
  purpose: Purpose,
): readonly OutcomeKind[] {
  const shown = isUndo(purpose) ? undone : copied;
  return outcomeKinds.filter((name) => shown.includes(name) || counts[name] > 0);
}

/** The outcomes of the processed records; the counts add up to `processedCount`. */
export function outcomesOf(told: OutcomeCounts, purpose: Purpose): readonly Outcome[] {
  const counts = outcomeCounts(told);
  return shownOutcomes(counts, purpose).map((name) => ({
    name,
    ...wordsOfOutcome(name, purpose),
    count: counts[name],
  }));
}

/** The counts per outcome as a migration reports them; servers of earlier releases do not report removed records. */
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
