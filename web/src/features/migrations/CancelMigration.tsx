import { cancelMigration, migrationSchema, objectTypes, type Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../ui/controls/keyboard-focus.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { migrationTitle, purposeOf } from '../summary/purpose.ts';
import { useLiveMigrations } from '../live/live-context.ts';

/** Whether a migration can still be cancelled. */
export const isCancellable = ({ status }: Pick<Migration, 'status'>): boolean =>
  status === 'queued' || status === 'running';

interface CancelMigrationProps {
  readonly migration: Migration;
  /** A quieter button, for use within rows. */
  readonly quiet?: boolean;
  readonly text?: string;
}

/** The button that cancels a migration, and the question before it. */
export function CancelMigration({ migration, quiet = false, text = 'Cancel' }: CancelMigrationProps) {
  const [asking, setAsking] = useState(false);
  const button = useFocusFallback<HTMLButtonElement>(linkOfRow);
  return (
    <>
      <Button
        ref={button}
        danger
        look={quiet ? 'text' : 'plain'}
        small={quiet}
        aria-label={`Cancel ${nameOf(migration)}`}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text}
      </Button>
      {asking ? (
        <CancelQuestion
          migration={migration}
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

/** The button disappears once there is nothing to cancel, so the focus moves to the link in its row. */
const linkOfRow = (button: HTMLElement) => button.closest('tr, li')?.querySelector('a');

/** `migration #12`, `dry run #14` */
const nameOf = (migration: Migration): string => migrationTitle(migration).toLowerCase();

const cancelTexts = {
  plan: 'It writes nothing to HubSpot. What it has planned so far stays, but a plan that is not complete cannot be run.',
  undo: 'What was undone so far stays undone; at most the batch under way is still undone. You can undo the rest later.',
};

function CancelQuestion({
  migration,
  onClose,
}: {
  readonly migration: Migration;
  readonly onClose: () => void;
}) {
  const cancel = useCommand(cancelMigration);
  const { update, refetch } = useLiveMigrations();
  const done = formatRecords(migration.processedCount, objectTypes[migration.migrationType].noun);
  return (
    <ConfirmDialog
      title={`Cancel ${nameOf(migration)}?`}
      confirm="Cancel migration"
      keep={migration.status === 'queued' ? 'Keep it' : 'Keep it running'}
      failure={{ title: 'Failed to cancel migration', fallback: 'Failed to cancel migration' }}
      onConfirm={async () => {
        // An incomplete answer would remove what the page already shows, so the page fetches again instead.
        const answer = migrationSchema.safeParse(await cancel({ params: { id: String(migration.id) } }));
        if (answer.success) update(answer.data);
        else refetch();
      }}
      onClose={onClose}
    >
      {migration.status === 'queued' ? (
        <p>It has not started: nothing was written to HubSpot, and nothing will be.</p>
      ) : purposeOf(migration) !== 'copy' ? (
        <p>{cancelTexts[migration.dryRun ? 'plan' : 'undo']}</p>
      ) : (
        <p>
          {migration.processedCount === 0
            ? 'Nothing has been written to HubSpot so far'
            : `The ${done} processed so far stay as they are in HubSpot`}
          ; the current batch may still finish. The others are not copied. You can start a new migration at
          any time: what is in HubSpot already is recognized and updated, never copied twice.
        </p>
      )}
    </ConfirmDialog>
  );
}
