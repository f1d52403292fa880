import { createMigration, objectTypes, type Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../../../api/use-command.ts';
import { useToast } from '../../../../ui/toast/toast-context.ts';
import { useFailureToast } from '../../../../ui/toast/use-failure-toast.ts';

export interface RunAgain {
  readonly run: () => void;
  readonly busy: boolean;
  /** Why the last try failed; null where none did. */
  readonly error: unknown;
}

export const runAgainTexts = { title: 'Error', fallback: 'Failed to create migration' } as const;

/** Creates a migration with the same settings and shows it. What is in HubSpot already is recognized, so that it is safe. */
export function useRunAgain(migration: Migration): RunAgain {
  const create = useCommand(createMigration);
  const failing = useFailureToast(runAgainTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const runAgain = async () => {
    setBusy(true);
    setError(null);
    try {
      const { id } = await failing(() => create({ body: settingsOf(migration) }));
      toast({ title: 'Migration Created' });
      await navigate(`/migrations/${id}`);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { run: () => void runAgain(), busy, error };
}

/** What a migration was created with; of the options those of its type. */
const settingsOf = (migration: Migration) => {
  const { connectionId, migrationType, batchSize, concurrency, delayMs } = migration;
  const options = objectTypes[migrationType].options.parse(migration);
  return { connectionId, migrationType, batchSize, concurrency, delayMs, ...options };
};
