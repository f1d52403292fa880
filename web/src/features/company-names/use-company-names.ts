import { listCompanies, maxCompanies, type Company } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { useQuery } from '../../api/use-query.ts';

/** Names change about never. */
const freshMs = 5 * 60_000;

const named = (companies: readonly Company[]): ReadonlyMap<string, string | null> =>
  new Map(companies.map(({ companyId, name }) => [companyId, name]));

/** The names of these companies, for administrators. Companies without a known or loaded name are omitted. */
export function useCompanyNames(companyIds: readonly (string | null)[]): ReadonlyMap<string, string | null> {
  const ids = [...new Set(companyIds.flatMap((id) => id ?? []))].slice(0, maxCompanies).sort().join();
  const { data } = useQuery(listCompanies, ids === '' ? null : { query: { ids } }, {
    dedupingInterval: freshMs,
    keepPreviousData: true,
  });
  return useMemo(() => named(data?.companies ?? []), [data]);
}

/** The companies that have connections, by name; undefined until they are known. */
export function useCompanies(): readonly Company[] | undefined {
  return useQuery(listCompanies, {}, { dedupingInterval: freshMs }).data?.companies;
}
