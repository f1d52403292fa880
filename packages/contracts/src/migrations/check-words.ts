import type { CheckDifference, CheckVerdict } from './migration-check.ts';

/** The results of a check that differ from what was written, in words. */
export const checkVerdictWords: Readonly<Record<CheckVerdict, string>> = {
  changed: 'Changed since',
  lost: 'Not as written',
  gone: 'Deleted in HubSpot',
  merged: 'Merged in HubSpot',
  missing: 'Association missing',
};

const userPrefix = 'userId:';

/** The number of the user whom HubSpot's histories name, such as `userId:7`; null for any other source. */
export const userIdIn = (sourceId: string | null): string | null =>
  sourceId?.startsWith(userPrefix) ? sourceId.slice(userPrefix.length) : null;

/** Who changed it, for people; null where that is not known. */
export function changedByText({
  changedBy,
  source,
  sourceDetail,
  sourceName,
  migrationId,
}: Pick<CheckDifference, 'changedBy' | 'source' | 'sourceDetail' | 'sourceName' | 'migrationId'>):
  | string
  | null {
  const by = [source, sourceDetail].filter(Boolean).join(' ');
  switch (changedBy) {
    case 'user': {
      const user = `HubSpot user ${userIdIn(sourceDetail) ?? sourceDetail ?? ''}`.trim();
      return sourceName ? `${sourceName} (${user})` : user;
    }
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
