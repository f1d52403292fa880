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
  /** Days as the person counts them, `2026-03-05`. */
  readonly from: string | null;
  readonly to: string | null;
  /** The names of the address' parameters that say nothing here. */
  readonly ignored: readonly string[];
}

/** Longer searches are refused. */
const maxSearch = 100;

/** Days whose ends on any clock are moments that the call takes. */
const day = z.iso.date().refine((text) => text >= '1970-01-02' && text <= '9998-12-31');

const parameters = {
  status: z.enum(migrationStatusSchema.options),
  type: z.enum(migrationTypeSchema.options),
  connection: idTextSchema(),
  from: day,
  to: day,
  page: positiveParameter.pipe(z.number().max(lastHistoryPage)),
};

/** Reads the view from the address. What is not understood is left out, and named. */
export function readHistoryView(search: URLSearchParams): HistoryView {
  const { values, ignored } = readParameters(search, parameters);
  return {
    ...values,
    search: (search.get('q') ?? '').trim().slice(0, maxSearch),
    page: values.page ?? 1,
    ignored,
  };
}

/** Whether anything is left out of the history. */
export const isFiltered = ({ search, status, type, connection, from, to }: HistoryView): boolean =>
  search !== '' || [status, type, connection, from, to].some((filter) => filter !== null);

/** Whether the days leave nothing: text of that form is ordered as the days are. */
export const isBackwards = ({ from, to }: Pick<HistoryView, 'from' | 'to'>): boolean =>
  from !== null && to !== null && from > to;

/** The query of the call; days begin and end where the person is. */
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

/** When a day, or one so many days later, begins on this clock. */
function dayBegins(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The address of the whole history. */
export const unfiltered = (search: URLSearchParams): URLSearchParams =>
  withoutParameters(search, ['q', ...Object.keys(parameters)]);

/** A page of the history; the former one stays in sight, marked as loading, until the next one is there. */
export const useHistory = (view: HistoryView) =>
  useQuery(
    findMigrations,
    { query: queryOf(view) },
    { refreshInterval: pollMs, dedupingInterval: freshMs, keepPreviousData: true },
  );
