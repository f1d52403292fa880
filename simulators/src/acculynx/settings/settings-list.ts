import { ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';

export type SettingsRequest = VendorRequest<AccuLynxCompany>;

export const SETTINGS = '/api/v2/company-settings';

/** The page sizes of most lists: by default, and at most. */
export const SIZE_50 = { fallback: 25, cap: 50 } as const;

/** Makes the route of a settings list, paged by record offset unless the switch says otherwise, with sizes of its own (docs/vendors/acculynx.md, 3.2, 3.3). */
export const settingsList =
  (quirks: () => Quirks) =>
  (
    path: string,
    sizes: { readonly fallback: number; readonly cap: number },
    rows: (request: SettingsRequest) => readonly unknown[],
  ): Route<AccuLynxCompany> => ({
    method: 'get',
    path: `${SETTINGS}/${path}`,
    handle: (request): Answer => {
      const { query } = request.call;
      const pageSize = pageSizeOf(query, sizes, quirks());
      const name = query.has('recordStartIndex') ? 'recordStartIndex' : 'pageStartIndex';
      const index = wholeNumber(query, name, 0, quirks());
      const start = { record: index, page: index * pageSize, ignored: 0 }[quirks().settingsStartIndex];
      return ok({ ...byRecordOffset(rows(request), start, pageSize), pageStartIndex: index });
    },
  });

/** The row whose id the path names, or the 404 that says what is unknown. */
export const rowIn = <T extends { readonly id: string | number }>(
  { params }: SettingsRequest,
  parameter: string,
  rows: readonly T[],
  what: string,
): T => rows.find(({ id }) => String(id) === params[parameter]) ?? refuse(404, `The ${what} was not found.`);
