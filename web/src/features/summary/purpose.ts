import type { Migration } from '@ridgeline/contracts';

/** What a migration does, of which everything said of it takes its words. */
export type Purpose = 'copy' | 'dryRun' | 'undo' | 'undoPreview';

/** What of a migration says what it is for; servers before dry runs do not send it. */
export type Purposed = Partial<Pick<Migration, 'dryRun' | 'follows'>>;

export function purposeOf({ dryRun = false, follows = null }: Purposed): Purpose {
  if (follows?.as === 'undo') return dryRun ? 'undoPreview' : 'undo';
  return dryRun ? 'dryRun' : 'copy';
}

/** Whether it takes back what another one wrote, or shows how that would be. */
export const isUndo = (purpose: Purpose): boolean => purpose === 'undo' || purpose === 'undoPreview';

const names: Readonly<Record<Purpose, string>> = {
  copy: 'Migration',
  dryRun: 'Dry run',
  undo: 'Undo',
  undoPreview: 'Undo preview',
};

/** `Dry run #14` */
export const migrationTitle = (migration: Purposed & Pick<Migration, 'id'>): string =>
  `${names[purposeOf(migration)]} #${migration.id}`;

/** The mark beside the number of one that copies nothing; null for every other. */
export function purposeMark(migration: Purposed): string | null {
  const purpose = purposeOf(migration);
  return purpose === 'copy' ? null : names[purpose];
}

const followingTexts = { plan: 'Run of the plan of', retry: 'Retry of', undo: 'Undo of' } as const;
const followedTexts = { plan: 'Plan run by', retry: 'Retried by', undo: 'Undone by' } as const;
const plannedTexts = {
  plan: 'Plan checked by',
  retry: 'Retry planned by',
  undo: 'Undo previewed by',
} as const;

/** What it is to the migration that it follows on: `Retry of`. */
export const followingText = ({ as }: NonNullable<Migration['follows']>): string => followingTexts[as];

/** What that one calls it: `Retried by`. */
export function followedText({
  dryRun,
  follows: { as },
}: Pick<Migration, 'dryRun'> & { readonly follows: NonNullable<Migration['follows']> }): string {
  return (dryRun ? plannedTexts : followedTexts)[as];
}
