import { invalid } from '../answers/errors.ts';

/** How many associations of a record one answer holds. */
const PAGE = 500;

/** A part of a record's associations, and the cursor of the next one; the cursor is a position. */
export function associationPage<T>(
  all: readonly T[],
  after: string | null = null,
  limit = PAGE,
): { readonly items: T[]; readonly next: string | null } {
  const start = Number(after ?? 0);
  if (!Number.isInteger(start) || start < 0) invalid('The paging cursor is not valid.');
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE) invalid(`limit must be between 1 and ${PAGE}.`);
  const end = start + limit;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
}
