import {
  ApiError,
  listConnections,
  objectTypes,
  type Migration,
  type Noun,
  type Reconciliation,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { queryKey } from '../../../../api/use-query.ts';
import { formatCount, formatRecords } from '../../../../ui/text/format.ts';
import { useFailureToast, useToast } from '../../../../ui/toast/use-toast.ts';
import { purposeOf, type Purpose, type Purposed } from '../../../summary/purpose.ts';
import { exceptionsOf, withoutEmail } from '../../../summary/run-summary.ts';
import { nounOfSource } from '../../record-words.ts';
import { useNewMigration } from '../../use-new-migration.ts';
import type { ConnectionState } from '../use-connection-state.ts';

export interface RunAgain {
  readonly run: () => void;
  readonly busy: boolean;
  /** Why the last attempt failed; null if none did. */
  readonly error: unknown;
}

export const runAgainTexts = { title: 'Error', fallback: 'Failed to create migration' } as const;

/** Creates a migration with the same settings and opens it. This is safe because records already in HubSpot are recognized. */
export function useRunAgain(migration: Migration): RunAgain {
  const create = useNewMigration();
  const failing = useFailureToast(runAgainTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const runAgain = async () => {
    setBusy(true);
    setError(null);
    try {
      const { id } = await failing(() => create(settingsOf(migration)));
      toast({ title: migration.dryRun ? 'Dry run created' : 'Migration Created' });
      await navigate(`/migrations/${id}`);
    } catch (failure) {
      // Then what the page knows of the connection is old.
      if (failure instanceof ApiError && failure.code === 'migration.connection_invalid')
        await mutate(queryKey(listConnections));
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { run: () => void runAgain(), busy, error };
}

/** The settings that a migration was created with; only the options of its type. */
const settingsOf = (migration: Migration) => {
  const { connectionId, migrationType, batchSize, concurrency, delayMs, dryRun } = migration;
  const options = objectTypes[migrationType].options.parse(migration);
  return { connectionId, migrationType, batchSize, concurrency, delayMs, dryRun, ...options };
};

type Ended = Pick<Migration, 'status' | 'migrationType' | 'startedAt' | 'processedCount' | 'targetCount'> &
  Purposed;

/** Texts for a completed migration, for one that stopped before doing anything, and for records without an email. */
const ends: Readonly<
  Record<Purpose, { readonly done: string; readonly none: string; readonly without: Noun | null }>
> = {
  copy: {
    done: 'Completed',
    none: 'anything was copied',
    without: { one: 'was copied without', many: 'were copied without' },
  },
  dryRun: {
    done: 'Plan ready',
    none: 'anything was planned',
    without: { one: 'would be copied without', many: 'would be copied without' },
  },
  undo: { done: 'Undone', none: 'anything was undone', without: null },
  undoPreview: { done: 'Preview ready', none: 'anything was planned', without: null },
};

/** How a run ended, in one line: completed, with its exceptions, or stopped, with how far it came. */
export function headline(account: Reconciliation, migration: Ended): string {
  const { status, migrationType, startedAt, processedCount, targetCount } = migration;
  if (status === 'cancelled' && startedAt === null) return 'Cancelled before it started';
  if (status === 'completed')
    return [ends[purposeOf(migration)].done, ...exceptionsOf(account, migration)].join(', ');
  const came = status === 'failed' ? 'Stopped by an error' : 'Cancelled';
  if (processedCount === 0) return `${came} before ${ends[purposeOf(migration)].none}`;
  const of = targetCount === 0 ? '' : `${formatCount(processedCount)} of `;
  const { noun } = objectTypes[migrationType];
  return `${came} after ${of}${formatRecords(targetCount === 0 ? processedCount : targetCount, noun)}`;
}

/** How many were copied without their email address; null where all have it. */
export function emailText(account: Reconciliation, migration: Ended): string | null {
  const { without } = ends[purposeOf(migration)];
  if (without === null) return null;
  const sentences = withoutEmail(account, migration.migrationType).map(
    ([kind, count]) =>
      `${formatRecords(count, nounOfSource(kind))} ${count === 1 ? `${without.one} its` : `${without.many} their`} email address.`,
  );
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What remains to be done after a completed migration. */
const nextSteps: Readonly<Record<Purpose, string | null>> = {
  copy: null,
  dryRun:
    'Nothing was written to HubSpot. When you run this plan, records that change until then are skipped and listed with what changed.',
  undo: null,
  undoPreview: 'Nothing was written to HubSpot. Undoing spares what others change until then.',
};

/** Whether it can be run again unchanged: not a retry or an undo of another migration. */
export const mayRunAgain = ({ follows = null }: Purposed): boolean =>
  follows === null || follows.as === 'plan';

/** What can be done about a run; null where nothing need be. Without its connection it cannot be run again. */
export function nextText(
  migration: Pick<Migration, 'status'> & Purposed,
  connection: ConnectionState,
): string | null {
  if (connection === 'deleted')
    return 'Its connection was deleted, so it cannot be run again. What is in HubSpot stays there.';
  if (connection === 'viewed') return null;
  if (migration.status === 'completed') return nextSteps[purposeOf(migration)];
  if (!mayRunAgain(migration)) return null;
  const again = 'what is in HubSpot already is recognized, never copied twice.';
  return connection === 'refused'
    ? `Update the connection's credentials, then run it again: ${again}`
    : `Run it again to continue: ${again}`;
}
