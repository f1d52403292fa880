import type { Migration } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Loading, SkeletonRows } from '../../components/Loading.tsx';
import type { useMigrations } from './use-migrations.ts';

interface LoadedMigrationsProps {
  readonly query: ReturnType<typeof useMigrations>;
  /** How many rows are drawn while nothing is known yet. */
  readonly rows: number;
  readonly children: (migrations: readonly Migration[]) => ReactNode;
}

/** The migrations as they are shown once they are there; before that, that they load or why they do not. */
export function LoadedMigrations({ query, rows, children }: LoadedMigrationsProps) {
  const { data, error, mutate } = query;
  if (data) return children(data);
  return error ? (
    <ErrorState
      title="The migrations could not be loaded"
      consequence="Running migrations go on; no data was changed."
      error={error}
      onRetry={() => void mutate()}
    />
  ) : (
    <Loading label="Loading the migrations">
      <SkeletonRows rows={rows} />
    </Loading>
  );
}
