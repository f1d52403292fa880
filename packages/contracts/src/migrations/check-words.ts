import type { CheckDifference, CheckVerdict } from './migration-check.ts';

/** What people call the results of a check that are not as written. */
export const checkVerdictWords: Readonly<Record<CheckVerdict, string>> = {
  changed: 'Changed since',
  lost: 'Not as written',
  gone: 'Deleted in HubSpot',
  merged: 'Merged in HubSpot',
  missing: 'Association missing',
};

/** Who changed it, for people; null where that is not known. */
export function changedByText({
  changedBy,
  source,
  sourceDetail,
  migrationId,
}: Pick<CheckDifference, 'changedBy' | 'source' | 'sourceDetail' | 'migrationId'>): string | null {
  const by = [source, sourceDetail].filter(Boolean).join(' ');
  switch (changedBy) {
    case 'user':
      return `HubSpot user ${sourceDetail?.replace(/^userId:/, '') ?? ''}`.trim();
    case 'app':
      return `Another app (${by})`;
    case 'hubspot':
      return `HubSpot (${by})`;
    case 'migration':
      return `Migration #${String(migrationId)}`;
    case 'auto_sync':
      return 'Auto-sync';
    case null:
      return null;
  }
}
