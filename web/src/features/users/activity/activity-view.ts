import {
  activityActionSchema,
  endpointUrl,
  exportActivity,
  listActivity,
  type ActivityAction,
  type AnswerOf,
} from '@ridgeline/contracts';
import useSWRInfinite from 'swr/infinite';
import { api } from '../../../api/client.ts';

/** Which lines of the trail are shown; kept in the address. */
export interface ActivityView {
  readonly search: string;
  readonly action: ActivityAction | null;
}

/** Longer searches are refused. */
const maxSearch = 100;

/** Reads the view from the address; what is not understood is left out. */
export function readActivityView(search: URLSearchParams): ActivityView {
  const action = activityActionSchema.safeParse(search.get('action'));
  return {
    search: (search.get('q') ?? '').trim().slice(0, maxSearch),
    action: action.success ? action.data : null,
  };
}

/** The query of the calls. */
export function queryOf({ search, action }: ActivityView): { search?: string; action?: ActivityAction } {
  return { ...(search ? { search } : {}), ...(action ? { action } : {}) };
}

/** Where the CSV of what is filtered is. */
export const exportAddress = (view: ActivityView): string =>
  endpointUrl(exportActivity.path, {}, queryOf(view));

type ActivityPage = AnswerOf<typeof listActivity>;

/** What was just done is seen when one comes to the page. */
const freshMs = 2000;

/** The trail that fits a view, newest first, page after page; the former view stays while the next one loads. */
export function useActivity(view: ActivityView) {
  const { data, error, size, setSize, isValidating, isLoading, mutate } = useSWRInfinite<
    ActivityPage,
    unknown
  >(
    (index: number, previous: ActivityPage | null) => {
      const before = previous?.next;
      if (index > 0 && !before) return null;
      return [listActivity.path, { ...queryOf(view), ...(before ? { before } : {}) }] as const;
    },
    ([, query]: readonly [string, ReturnType<typeof queryOf>]) => api(listActivity, { query }),
    { dedupingInterval: freshMs, revalidateFirstPage: false, keepPreviousData: true },
  );
  return {
    entries: data?.flatMap((page) => page.entries),
    error,
    /** What is shown belongs to the former view. */
    stale: isLoading && data !== undefined,
    more: Boolean(data?.at(-1)?.next),
    loadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => void setSize(size + 1),
    retry: () => void mutate(),
  };
}
