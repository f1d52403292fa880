import { activityActionSchema, endpointUrl, exportActivity, type ActivityAction } from '@ridgeline/contracts';

/** Which lines of the trail are shown; kept in the address. */
export interface ActivityView {
  readonly search: string;
  readonly action: ActivityAction | null;
}

/** Longer searches are refused. */
const longestSearch = 100;

/** Reads the view from the address; what is not understood is left out. */
export function readActivityView(search: URLSearchParams): ActivityView {
  const action = activityActionSchema.safeParse(search.get('action'));
  return {
    search: (search.get('q') ?? '').trim().slice(0, longestSearch),
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
