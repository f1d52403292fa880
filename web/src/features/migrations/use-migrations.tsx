import { getMigration } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import type { SWRResponse } from 'swr';
import { useQuery } from '../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { freshMs, pollMs } from '../results/use-current-migrations.ts';

export const useMigration = (id: string) =>
  useQuery(getMigration, { params: { id } }, { refreshInterval: pollMs, dedupingInterval: freshMs });

interface LoadedMigrationsProps<Data> {
  readonly query: Pick<SWRResponse<Data, unknown>, 'data' | 'error' | 'mutate'>;
  /** The number of placeholder rows while nothing is loaded. */
  readonly rows: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the migrations once loaded; until then, a loading state or the failure. */
export function LoadedMigrations<Data>({ query, rows, children }: LoadedMigrationsProps<Data>) {
  const { data, error, mutate } = query;
  if (data) return children(data);
  return error ? (
    <ErrorState
      title="Could not load the migrations"
      consequence="Running migrations continue; no data was changed."
      error={error}
      onRetry={() => void mutate()}
    />
  ) : (
    <Loading label="Loading the migrations">
      <SkeletonRows rows={rows} />
    </Loading>
  );
}
