import { listChecks, startCheck } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { useQuery } from '../../../api/use-query.ts';
import { isOpen } from './check-text.ts';

/** The polling interval while a check is open. */
const openMs = 2_000;

/** The checks of a migration, newest first; followed while one is open. */
export const useChecks = (migrationId: number) =>
  useQuery(
    listChecks,
    { params: { id: String(migrationId) } },
    { refreshInterval: (latest) => (latest?.checks.some(isOpen) ? openMs : 0), dedupingInterval: openMs / 2 },
  );

/** Starts a check; `busy` is the one that is being started. */
export function useStartCheck(migrationId: number, onStarted: () => void) {
  const send = useCommand(startCheck);
  const [busy, setBusy] = useState<'sample' | 'whole' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async (what: 'sample' | 'whole') => {
    setBusy(what);
    setFailure(null);
    try {
      await send({ params: { id: String(migrationId) }, body: { whole: what === 'whole' } });
    } catch (error) {
      setFailure(error);
    }
    onStarted();
    setBusy(null);
  };
  return { busy, failure, start };
}
