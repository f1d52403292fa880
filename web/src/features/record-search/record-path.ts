import type { KnownRecord } from '@ridgeline/contracts';

/** The address of the page of a record. */
export const recordPath = ({ kind, sourceId }: Pick<KnownRecord, 'kind' | 'sourceId'>): string =>
  `/records/${encodeURIComponent(kind)}/${encodeURIComponent(sourceId)}`;

/** The address of the search for a text. */
export const searchPath = (text: string): string =>
  text.trim() === '' ? '/records' : `/records?${new URLSearchParams({ q: text.trim() }).toString()}`;
