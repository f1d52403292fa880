import {
  allMigrations,
  currentMigrations,
  listFollowing,
  retryMigration,
  runPlan,
  undoMigration,
  type CallInput,
  type Migration,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../../api/command.ts';
import { queryKey } from '../../../api/use-query.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { migrationTitle } from '../../summary/purpose.ts';

/** Which records are copied again, and how. */
export type RetryChoice = NonNullable<CallInput<typeof retryMigration>['body']>;

/** Starts a migration that follows on one, and shows it. */
export function useFollow({ id }: Pick<Migration, 'id'>) {
  const [plan, retry, undo] = [useCommand(runPlan), useCommand(retryMigration), useCommand(undoMigration)];
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const toast = useToast();
  const params = { id: String(id) };
  const show = async (created: Migration) => {
    toast({
      title: createdTitle(created),
      description: `${migrationTitle(created)} of ${created.connectionName} is on its way.`,
    });
    const shown = [queryKey(currentMigrations), queryKey(listFollowing, { params })];
    const pages = `${queryKey(allMigrations)}?`;
    void mutate((key) => typeof key === 'string' && (shown.includes(key) || key.startsWith(pages)));
    await navigate(`/migrations/${created.id}`);
  };
  return {
    runPlan: async () => show(await plan({ params })),
    retry: async (choice: RetryChoice) => show(await retry({ params, body: choice })),
    undo: async (dryRun: boolean) => show(await undo({ params, body: { dryRun } })),
  };
}

function createdTitle({ dryRun, follows }: Migration): string {
  if (follows?.as === 'undo') return dryRun ? 'Undo preview created' : 'Undo created';
  if (dryRun) return 'Dry run created';
  return follows?.as === 'plan' ? 'Migration Created' : 'Retry created';
}

/** Tracks actions started by buttons: which one is running, and why the last one failed. */
export function useAttempt(title: string) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: unknown } | null>(null);
  const attempt = async (name: string, work: () => Promise<void>) => {
    setBusy(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure({ title, error });
    }
    setBusy(null);
  };
  return { busy, failure, attempt };
}

/** Shown if the server gives no reason. */
export const nothingStarted = 'Nothing was started, and nothing was changed. Try again.';
