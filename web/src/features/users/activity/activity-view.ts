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

/** The server rejects longer searches. */
const maxSearch = 100;

/** Reads the view from the URL, ignoring anything invalid. */
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

/** The URL of the CSV export with the same filters. */
export const exportAddress = (view: ActivityView): string =>
  endpointUrl(exportActivity.path, {}, queryOf(view));

type ActivityPage = AnswerOf<typeof listActivity>;

/** Short, so that a recent action appears when the user opens the page. */
const freshMs = 2000;

/** The audit log for a view, newest first, page by page; the previous view stays visible while the next one loads. */
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
    /** Whether the shown data belongs to the previous view. */
    stale: isLoading && data !== undefined,
    more: Boolean(data?.at(-1)?.next),
    loadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => void setSize(size + 1),
    retry: () => void mutate(),
  };
}
