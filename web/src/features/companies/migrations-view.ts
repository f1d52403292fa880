import {
  companyIdSchema,
  listAllMigrations,
  migrationStatusSchema,
  migrationTypeSchema,
  type AnswerOf,
  type CallInput,
} from '@ridgeline/contracts';
import { useSearchParams } from 'react-router-dom';
import useSWRInfinite from 'swr/infinite';
import { z } from 'zod';
import { api } from '../../api/client.ts';
import { readParameters, withoutParameters } from '../../ui/page/IgnoredParameters.tsx';

/** The server rejects longer searches. */
const maxSearch = 100;

const parameters = {
  company: companyIdSchema,
  status: z.enum(migrationStatusSchema.options),
  type: z.enum(migrationTypeSchema.options),
};

/** Reads from the URL which migrations of all companies are shown, ignoring anything invalid. */
function readMigrationsView(search: URLSearchParams) {
  const { values } = readParameters(search, parameters);
  return { ...values, search: (search.get('q') ?? '').trim().slice(0, maxSearch) };
}

type MigrationsView = ReturnType<typeof readMigrationsView>;

/** Whether any filter is set. */
export const isNarrowed = ({ search, company, status, type }: MigrationsView): boolean =>
  search !== '' || company !== null || status !== null || type !== null;

/** The address of all migrations. */
export const unfiltered = (search: URLSearchParams): URLSearchParams =>
  withoutParameters(search, ['q', ...Object.keys(parameters)]);

type Query = NonNullable<CallInput<typeof listAllMigrations>['query']>;
type Page = AnswerOf<typeof listAllMigrations>;

const queryOf = ({ search, company, status, type }: MigrationsView): Query => ({
  ...(search === '' ? {} : { search }),
  ...(company === null ? {} : { company }),
  ...(status === null ? {} : { status }),
  ...(type === null ? {} : { type }),
});

/** No event reports the migrations of other companies. */
const polled = { refreshInterval: 15_000, dedupingInterval: 5_000, keepPreviousData: true } as const;

/**
 * The matching migrations of all companies, newest first, page by page; the previous view stays visible while the next
 * loads.
 */
export function useAllMigrations(view: MigrationsView) {
  const { data, error, size, setSize, isValidating, isLoading, mutate } = useSWRInfinite<Page, unknown>(
    (index: number, previous: Page | null) => {
      const before = previous?.next;
      if (index > 0 && !before) return null;
      return [
        listAllMigrations.path,
        { ...queryOf(view), ...(before ? { before: String(before) } : {}) },
      ] as const;
    },
    ([, query]: readonly [string, Query]) => api(listAllMigrations, { query }),
    polled,
  );
  return {
    migrations: data?.flatMap((page) => page.migrations),
    error,
    isLoading,
    /** Whether the shown data belongs to the previous view. */
    stale: isLoading && data !== undefined,
    more: Boolean(data?.at(-1)?.next),
    loadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => void setSize(size + 1),
    retry: () => void mutate(),
  };
}

export const useMigrationsView = (): MigrationsView => readMigrationsView(useSearchParams()[0]);
