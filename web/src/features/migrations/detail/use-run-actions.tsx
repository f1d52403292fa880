import type { Migration } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { useIsViewed } from '../../company-names/ViewedCompany.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { UndoButton } from '../following/UndoButton.tsx';
import { nothingStarted, useAttempt, useFollow } from '../following/use-follow.ts';
import { PauseButton, usePauseSwitch } from '../PauseMigration.tsx';
import { useMigration } from '../use-migrations.tsx';

interface RunActions {
  readonly buttons: ReactNode;
  /** Why the last press of one failed. */
  readonly failures: ReactNode;
}

const none: RunActions = { buttons: null, failures: null };

/**
 * The buttons that pause, cancel or undo a migration. They are in the page's header or, on phones, in the state or result
 * panel. That panel takes as many lines during the run as after it, so that nothing below it moves.
 */
export function useRunActions(migration: Migration, place: 'header' | 'state'): RunActions {
  const { failure, ...pause } = usePauseSwitch(migration);
  const { undo } = useFollow(migration);
  const preview = useAttempt('Could not start the preview of the undo');
  const viewed = useIsViewed();
  const here = usePhone() ? 'state' : 'header';
  if (viewed || place !== here) return none;
  return {
    buttons: isCancellable(migration) ? (
      <>
        <PauseButton id={migration.id} {...pause} />
        <CancelAction migration={migration} />
      </>
    ) : (
      <UndoButton
        migration={migration}
        busy={preview.busy !== null}
        onUndo={() => void preview.attempt('undo', () => undo(true))}
      />
    ),
    failures: (
      <>
        {preview.failure ? <FailureAlert {...preview.failure} fallback={nothingStarted} /> : null}
        {failure ? <FailureAlert {...failure} fallback="Nothing was changed. Try again." /> : null}
      </>
    ),
  };
}

/** Its question names how many records were processed so far. */
function CancelAction({ migration }: { readonly migration: Migration }) {
  const { data = migration } = useMigration(String(migration.id));
  return <CancelMigration migration={data} text="Cancel Migration" />;
}
