/** The pages of a list and the window of buttons around the present one. Pages count from 1. */
export interface PageWindow {
  readonly page: number;
  readonly pages: number;
  /** The pages that have a button. */
  readonly buttons: readonly number[];
  /** Positions of the first (inclusive) and last (exclusive) row of the page. */
  readonly from: number;
  readonly to: number;
}

/** So many rows stand on a page. */
export const rowsPerPage = 25;

/** Up to five buttons around the page; a page beyond the end is the last one, and an empty list has one page. */
export function pageWindow(rows: number, wanted: number, pageSize = rowsPerPage, most = 5): PageWindow {
  const pages = Math.max(1, Math.ceil(rows / pageSize));
  const page = Math.min(Math.max(1, wanted), pages);
  const count = Math.min(most, pages);
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), pages - count + 1);
  const from = (page - 1) * pageSize;
  return {
    page,
    pages,
    buttons: Array.from({ length: count }, (_, index) => first + index),
    from,
    to: Math.min(from + pageSize, rows),
  };
}

/** The page that an address asks for; 1 when it asks for none or for nonsense. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
