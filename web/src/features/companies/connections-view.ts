import { companyIdSchema, listAllConnections } from '@ridgeline/contracts';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { positiveParameter, readParameters, withoutParameters } from '../../ui/page/IgnoredParameters.tsx';

/** Which connections of all companies are shown; kept in the address. */
export interface ConnectionsView {
  readonly search: string;
  readonly company: string | null;
  readonly failing: boolean;
  readonly page: number;
}

/** The server rejects longer searches. */
const maxSearch = 100;

const parameters = { company: companyIdSchema, page: positiveParameter };

/** Reads the view from the URL, ignoring anything invalid. */
function readConnectionsView(search: URLSearchParams): ConnectionsView {
  const { values } = readParameters(search, parameters);
  return {
    search: (search.get('q') ?? '').trim().slice(0, maxSearch),
    company: values.company,
    failing: search.get('show') === 'failing',
    page: values.page ?? 1,
  };
}

/** Whether any filter is set. */
export const isNarrowed = ({ search, company, failing }: Omit<ConnectionsView, 'page'>): boolean =>
  search !== '' || company !== null || failing;

/** The address of all connections. */
export const unfiltered = (search: URLSearchParams): URLSearchParams =>
  withoutParameters(search, ['q', 'show', ...Object.keys(parameters)]);

/** A connection is found not to work at any time; no event reports it to administrators. */
const polled = { refreshInterval: 30_000, dedupingInterval: 5_000, keepPreviousData: true } as const;

/** A page of all companies' connections; the previous page stays visible while the next one loads. */
export const useAllConnections = ({ search, company, failing, page }: ConnectionsView) =>
  useQuery(
    listAllConnections,
    {
      query: {
        page,
        ...(search === '' ? {} : { search }),
        ...(company === null ? {} : { company }),
        ...(failing ? { failing: 'true' } : {}),
      },
    },
    polled,
  );

export const useConnectionsView = (): ConnectionsView => readConnectionsView(useSearchParams()[0]);
