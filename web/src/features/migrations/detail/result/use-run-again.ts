import { createMigration, objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { nounOfSource } from '../../record-words.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../../../api/command.ts';
import { formatCount, formatRecords } from '../../../../ui/text/format.ts';
import { useFailureToast, useToast } from '../../../../ui/toast/use-toast.ts';
import { exceptionsOf, withoutEmail } from '../../../judgement/run-judgement.ts';
import type { ConnectionState } from '../use-connection-state.ts';

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

type Ended = Pick<Migration, 'status' | 'migrationType' | 'startedAt' | 'processedCount' | 'targetCount'>;

/** How a run ended, in one line: what went over is green, exceptions are named, and what stopped is told as such. */
export function headline(account: Reconciliation, migration: Ended): string {
  const { status, migrationType, startedAt, processedCount, targetCount } = migration;
  if (status === 'cancelled' && startedAt === null) return 'Cancelled before it started';
  if (status === 'completed') return ['Completed', ...exceptionsOf(account, migration)].join(', ');
  const came = status === 'failed' ? 'Stopped by an error' : 'Cancelled';
  if (processedCount === 0) return `${came} before anything was copied`;
  const of = targetCount === 0 ? '' : `${formatCount(processedCount)} of `;
  const { noun } = objectTypes[migrationType];
  return `${came} after ${of}${formatRecords(targetCount === 0 ? processedCount : targetCount, noun)}`;
}

/** What became of those whose email address could not go over; null where all have it. */
export function emailText(account: Reconciliation, { migrationType }: Ended): string | null {
  const sentences = withoutEmail(account, migrationType).map(
    ([kind, count]) =>
      `${formatRecords(count, nounOfSource(kind))} went over without ${count === 1 ? 'its' : 'their'} email address.`,
  );
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What can be done about a run; null where nothing need be. Without its connection it cannot be run again. */
export function nextText({ status }: Pick<Migration, 'status'>, connection: ConnectionState): string | null {
  if (connection === 'deleted')
    return 'Its connection was deleted, so it cannot be run again. What is in HubSpot stays there.';
  if (status === 'completed') return null;
  const again = 'what is in HubSpot already is recognized, never copied twice.';
  return connection === 'refused'
    ? `Give the connection a credential that is accepted, then run it again: ${again}`
    : `Run it again to go on: ${again}`;
}
