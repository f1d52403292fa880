import { formatList } from '@ridgeline/contracts';
import type { RecordWarning } from '@ridgeline/contracts/internal';

// What the log of an undo says of single records, behind the name and a colon.

/** Some values are not what was written any more; `labels` is what people call them. */
export const changedSince = (labels: readonly string[]): string =>
  `${formatList(labels)} changed in HubSpot since the migration wrote it; nothing was undone`;

/** The others were set back. */
export const someChangedSince = (labels: readonly string[]): RecordWarning => ({
  code: 'changed_since',
  message: `${formatList(labels)} changed in HubSpot since the migration wrote it, and stays; the rest was set back`,
});

export const merged =
  'merged with another record in HubSpot since the migration wrote it; nothing was undone';

/** `ties`: what is associated with it, in words. */
export const inUse = (ties: string): string => `it has ${ties} in HubSpot and was not removed`;

/** What was planned to be created was in HubSpot already. */
export const thereBefore =
  'it was in HubSpot before the migration, which did not note its former values; nothing was undone';

/** Of an association whose record stays. */
export const endSpared = 'its record was not undone, so that the association stays';

/** Of an association that may have been there before. */
export const notKnownBefore = 'the migration did not note whether it was there before; it stays';
