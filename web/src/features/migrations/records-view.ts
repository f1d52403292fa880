import { outcomeKinds, type OutcomeKind, type RecordFilter } from '@ridgeline/contracts';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { readParameters } from '../../ui/page/IgnoredParameters.tsx';

/** The place of the records in the page, for links to it. */
export const recordsPanelId = 'records';

/** Which records are shown; kept in the address. */
export interface RecordsView {
  /** Whether a link or the user opened them. */
  readonly open: boolean;
  readonly outcome: OutcomeKind | null;
  /** The name of their `RecordKind`; null: the migration's own. */
  readonly kind: string | null;
  /** The code by which they failed, were skipped or are warned of. */
  readonly reason: string | null;
  readonly search: string;
  /** The names of the address' parameters that say nothing here. */
  readonly ignored: readonly string[];
}

/** The URL parameter of the search text. */
export const searchParameter = 'find';

const text = z.string().max(200);
const parameters = { records: z.enum(['all', ...outcomeKinds]), kind: text, cause: text };

export function readRecordsView(search: URLSearchParams): RecordsView {
  const { values, ignored } = readParameters(search, parameters);
  const { records, kind, cause } = values;
  return {
    open: records !== null,
    outcome: records === 'all' ? null : records,
    kind,
    reason: cause,
    search: search.get(searchParameter) ?? '',
    ignored,
  };
}

/** The URL with the records panel open and filtered; omitted fields are not filtered. Other parameters stay. */
export function writeRecordsView(
  search: URLSearchParams,
  { outcome = null, kind = null, reason = null, search: typed = '' }: Partial<RecordsView>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  put('records', outcome ?? 'all');
  put('kind', kind);
  put('cause', reason);
  put(searchParameter, typed);
  return next;
}

/** The address with the records folded. */
export function withoutRecords(search: URLSearchParams): URLSearchParams {
  const next = writeRecordsView(search, {});
  next.delete('records');
  return next;
}

/** The filter sent to the server. */
export const filterOf = ({ outcome, kind, reason, search }: RecordsView): RecordFilter => ({
  ...(outcome ? { outcome } : {}),
  ...(kind ? { kind } : {}),
  ...(reason ? { reason } : {}),
  ...(search.trim() === '' ? {} : { search: search.trim() }),
});

/** The view of the records, and what changes a part of it. */
export function useRecordsView() {
  const [search, setSearch] = useSearchParams();
  const view = readRecordsView(search);
  const go = (next: (now: URLSearchParams) => URLSearchParams) => {
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return {
    view,
    change: (part: Partial<RecordsView>) => {
      go((now) => writeRecordsView(now, { ...readRecordsView(now), ...part }));
    },
    fold: () => {
      go(withoutRecords);
    },
  };
}
