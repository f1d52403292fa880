import { ApiError, deleteConnection, type AnswerOf } from '@ridgeline/contracts';
import { useRef, useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { useToast, type ToastContent } from '../../../ui/toast/use-toast.ts';
import { useConnectionChanges } from '../use-connections.ts';
import type { ConnectionDialogProps } from './dialog-props.ts';
import { deleteTexts as texts, deleteTexts } from './texts.ts';

interface DeleteDialogProps extends ConnectionDialogProps {
  /** In place of closing, once it is deleted. */
  readonly onDeleted: () => void;
}

/** Deletes a connection; asks again if it has running or queued migrations. */
export function DeleteDialog({ connection, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useCommand(deleteConnection);
  const { removed } = useConnectionChanges();
  const toast = useToast();
  // The server's text about open migrations, once it has refused.
  const [refusal, setRefusal] = useState<string | null>(null);
  const deleted = useRef(false);

  const confirm = async () => {
    const query = refusal === null ? {} : { cancelMigrations: 'true' };
    try {
      const answer = await remove({ params: { id: String(connection.id) }, query });
      deleted.current = true;
      removed(connection.id);
      toast(deletedToast(answer));
      return null;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'connection.migrations_open') throw error;
      setRefusal(error.message);
      return 'ask-again';
    }
  };
  return (
    <ConfirmDialog
      title={`Delete ${connection.name}?`}
      confirm={refusal === null ? texts.confirm : texts.confirmWithMigrations}
      keep={refusal === null ? texts.keep : texts.keepWithMigrations}
      failure={texts.failed}
      onConfirm={confirm}
      onClose={() => {
        if (deleted.current) onDeleted();
        else onClose();
      }}
    >
      {refusal === null ? (
        <p>
          Its keys, its settings and its subscription at AccuLynx are removed for everyone in your company.
          Nothing is deleted in AccuLynx or HubSpot: what was copied stays.
        </p>
      ) : (
        <p role="alert">{refusal}</p>
      )}
    </ConfirmDialog>
  );
}

/** Empty if the answer was lost and the repeated call found the connection already deleted. */
type Deleted = Partial<AnswerOf<typeof deleteConnection>>;

/** The toast after a deletion, including the outcome for the AccuLynx subscription if there was one. */
export function deletedToast({ webhookDisabled, subscriptionId }: Deleted): ToastContent {
  const title = deleteTexts.done;
  if (webhookDisabled) return { title, description: deleteTexts.subscriptionDisabled };
  if (!subscriptionId) return { title };
  return {
    title,
    description: `Acculynx subscription ${subscriptionId} could not be disabled and may need manual removal.`,
  };
}
