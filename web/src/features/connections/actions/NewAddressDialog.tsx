import { renewWebhookAddress } from '@ridgeline/contracts';
import { useCommand } from '../../../api/command.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { useConnectionChanges } from '../use-connections.ts';
import type { ConnectionDialogProps } from './dialog-props.ts';
import { newAddressTexts as texts } from './texts.ts';

/** Makes AccuLynx send its events to a new address, for example because the current one has leaked. */
export function NewAddressDialog({ connection, onClose }: ConnectionDialogProps) {
  const renew = useCommand(renewWebhookAddress);
  const { changed } = useConnectionChanges();
  const toast = useToast();
  return (
    <ConfirmDialog
      title={`New webhook address for ${connection.name}?`}
      confirm={texts.confirm}
      keep={texts.keep}
      danger={false}
      failure={texts.failed}
      onConfirm={async () => {
        changed(await renew({ params: { id: String(connection.id) } }));
        toast({ title: texts.done, description: texts.oldOne });
      }}
      onClose={onClose}
    >
      <p>
        AccuLynx sends its events to a secret address of this connection. Create a new one if someone else may
        know it.
      </p>
      <p>{texts.oldOne} Auto-sync continues, and no change is lost.</p>
    </ConfirmDialog>
  );
}
