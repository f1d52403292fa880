import { formatList } from '@ridgeline/contracts';
import type { RecordWarning } from '@ridgeline/contracts/internal';

// What the log of an undo says about single records, after the name and a colon.

/** Some values are no longer the written ones; `labels` are the labels of their properties. */
export const changedSince = (labels: readonly string[]): string =>
  `${formatList(labels)} changed in HubSpot since the migration wrote it; nothing was undone`;

/** The other values were restored. */
export const someChangedSince = (labels: readonly string[]): RecordWarning => ({
  code: 'changed_since',
  message: `${formatList(labels)} changed in HubSpot since the migration wrote it, and stays; the rest was set back`,
});

export const merged =
  'merged with another record in HubSpot since the migration wrote it; nothing was undone';

/** `ties`: what is associated with it, in words. */
export const inUse = (ties: string): string => `it has ${ties} in HubSpot and was not removed`;

/** The record whose creation was planned already existed in HubSpot. */
export const thereBefore =
  'it was in HubSpot before the migration, which did not note its former values; nothing was undone';

/** For an association whose record stays. */
export const endSpared = 'its record was not undone, so that the association stays';

/** For an association that may have existed before. */
export const notKnownBefore = 'the migration did not note whether it was there before; it stays';
