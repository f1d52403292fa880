import {
  findMigrations,
  idTextSchema,
  lastHistoryPage,
  migrationStatusSchema,
  migrationTypeSchema,
  type CallInput,
  type MigrationStatus,
  type MigrationType,
} from '@ridgeline/contracts';
import { z } from 'zod';
import { useQuery } from '../../../api/use-query.ts';
import { positiveParameter, readParameters, withoutParameters } from '../../../ui/page/IgnoredParameters.tsx';
import { freshMs, pollMs } from '../../results/use-current-migrations.ts';

/** Which part of the history is shown; kept in the address. */
export interface HistoryView {
  readonly page: number;
  readonly search: string;
  readonly status: MigrationStatus | null;
  readonly type: MigrationType | null;
  readonly connection: number | null;
  /** Days in the user's time zone, `2026-03-05`. */
  readonly from: string | null;
  readonly to: string | null;
  /** The names of the address' parameters that say nothing here. */
  readonly ignored: readonly string[];
}

/** The server rejects longer searches. */
const maxSearch = 100;

/** Days whose start and end are valid for the API in any time zone. */
const day = z.iso.date().refine((text) => text >= '1970-01-02' && text <= '9998-12-31');

const parameters = {
  status: z.enum(migrationStatusSchema.options),
  type: z.enum(migrationTypeSchema.options),
  connection: idTextSchema(),
  from: day,
  to: day,
  page: positiveParameter.pipe(z.number().max(lastHistoryPage)),
};

/** Reads the view from the URL; invalid parameters are ignored and listed. */
export function readHistoryView(search: URLSearchParams): HistoryView {
  const { values, ignored } = readParameters(search, parameters);
  return {
    ...values,
    search: (search.get('q') ?? '').trim().slice(0, maxSearch),
    page: values.page ?? 1,
    ignored,
  };
}

/** Whether any filter is set. */
export const isFiltered = ({ search, status, type, connection, from, to }: HistoryView): boolean =>
  search !== '' || [status, type, connection, from, to].some((filter) => filter !== null);

/** Whether the range is empty. Dates in this format sort chronologically as text. */
export const isBackwards = ({ from, to }: Pick<HistoryView, 'from' | 'to'>): boolean =>
  from !== null && to !== null && from > to;

/** The query of the API call; days begin and end in the user's time zone. */
export function queryOf(view: HistoryView): NonNullable<CallInput<typeof findMigrations>['query']> {
  const { page, search, status, type, connection, from, to } = view;
  return {
    page,
    ...(search === '' ? {} : { search }),
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(connection ? { connection: String(connection) } : {}),
    ...(from ? { from: dayBegins(from, 0) } : {}),
    ...(to ? { to: dayBegins(to, 1) } : {}),
  };
}

/** When a day, or the day this many days later, begins locally. */
function dayBegins(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The address of the whole history. */
export const unfiltered = (search: URLSearchParams): URLSearchParams =>
  withoutParameters(search, ['q', ...Object.keys(parameters)]);

/** A page of the history; the previous one stays visible, marked as loading, until the next one arrives. */
export const useHistory = (view: HistoryView) =>
  useQuery(
    findMigrations,
    { query: queryOf(view) },
    { refreshInterval: pollMs, dedupingInterval: freshMs, keepPreviousData: true },
  );
