import type { Migration } from '@ridgeline/contracts';

/** What a migration does; all texts about it depend on this. */
export type Purpose = 'copy' | 'dryRun' | 'undo' | 'undoPreview';

/** The fields that determine a migration's purpose; servers of releases before dry runs do not send them. */
export type Purposed = Partial<Pick<Migration, 'dryRun' | 'follows'>>;

export function purposeOf({ dryRun = false, follows = null }: Purposed): Purpose {
  if (follows?.as === 'undo') return dryRun ? 'undoPreview' : 'undo';
  return dryRun ? 'dryRun' : 'copy';
}

/** Whether it undoes what another migration wrote, or previews that. */
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

/** The same relation from the other side: `Retried by`. */
export function followedText({
  dryRun,
  follows: { as },
}: Pick<Migration, 'dryRun'> & { readonly follows: NonNullable<Migration['follows']> }): string {
  return (dryRun ? plannedTexts : followedTexts)[as];
}
