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

/** Longer searches are refused. */
const maxSearch = 100;

const parameters = {
  company: companyIdSchema,
  status: z.enum(migrationStatusSchema.options),
  type: z.enum(migrationTypeSchema.options),
};

/** Which migrations of all companies are shown, as the address says; what is not understood is left out. */
function readMigrationsView(search: URLSearchParams) {
  const { values } = readParameters(search, parameters);
  return { ...values, search: (search.get('q') ?? '').trim().slice(0, maxSearch) };
}

type MigrationsView = ReturnType<typeof readMigrationsView>;

/** Whether anything is left out. */
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

/** The migrations of all companies that fit, newest first, page after page; the former view stays while the next one loads. */
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
    /** What is shown belongs to the former view. */
    stale: isLoading && data !== undefined,
    more: Boolean(data?.at(-1)?.next),
    loadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => void setSize(size + 1),
    retry: () => void mutate(),
  };
}

export const useMigrationsView = (): MigrationsView => readMigrationsView(useSearchParams()[0]);
