import { migrationSchema, pauseMigration, resumeMigration, type Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useLiveMigrations } from '../live/live-context.ts';
import { isPaused } from './running-migrations.ts';

/** The way to pause a migration that has not ended, and to resume it. */
export function usePauseSwitch(migration: Migration) {
  const [pause, resume] = [useCommand(pauseMigration), useCommand(resumeMigration)];
  const { update, refetch } = useLiveMigrations();
  const [changing, setChanging] = useState(false);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: unknown } | null>(null);
  const paused = isPaused(migration);
  const press = async () => {
    setChanging(true);
    setFailure(null);
    try {
      const send = paused ? resume : pause;
      const answer = migrationSchema.safeParse(await send({ params: { id: String(migration.id) } }));
      if (answer.success) update(answer.data);
      else refetch();
    } catch (error) {
      setFailure({ title: paused ? 'Failed to resume migration' : 'Failed to pause migration', error });
      refetch();
    }
    setChanging(false);
  };
  return { paused, changing, failure, press };
}

type PauseSwitch = ReturnType<typeof usePauseSwitch>;

interface PauseButtonProps extends Pick<PauseSwitch, 'paused' | 'changing' | 'press'> {
  readonly id: number;
}

/** A single button that pauses, then resumes, so that the keyboard focus stays where it is. */
export function PauseButton({ id, paused, changing, press }: PauseButtonProps) {
  return (
    <Button
      loading={changing}
      aria-label={`${paused ? 'Resume' : 'Pause'} migration #${id}`}
      onClick={() => void press()}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}
