import { getTallies, objectTypes, type Migration } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { useMigrationLogs } from '../../logs/use-log-refresh.ts';
import { causesOf, type Cause } from './causes.ts';

const pollMs = 5_000;

/** Why records were not copied as they are in AccuLynx: of a running run so far, of one that ended from its account. */
export function useCauses(migration: Migration): readonly Cause[] {
  const { id, migrationType, reconciliation } = migration;
  const final = isFinal(migration);
  const { data: logs } = useMigrationLogs(id, !final);
  const { data: soFar } = useQuery(
    getTallies,
    { params: { id: String(id) } },
    { refreshInterval: final ? 0 : pollMs, isPaused: () => reconciliation !== null },
  );
  const own = objectTypes[migrationType];
  return useMemo(() => {
    const tallies = reconciliation
      ? { [own.name]: reconciliation, ...reconciliation.alongside }
      : (soFar ?? {});
    return causesOf(tallies, own, logs ?? []);
  }, [reconciliation, soFar, own, logs]);
}
