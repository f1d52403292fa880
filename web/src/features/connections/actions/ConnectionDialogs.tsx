import type { Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { useUser } from '../../session/session-context.ts';
import { ConnectionFormDialog } from '../form/OpenFormDialog.tsx';
import { useConnectionChanges } from '../use-connections.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { NewAddressDialog } from './NewAddressDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { TestDialog } from './TestDialog.tsx';
import { goneTexts, savedTexts } from './texts.ts';
import type { ConnectionDialogInUrl } from './use-connection-dialog.ts';

interface ConnectionDialogsProps {
  /** Undefined until they are loaded. */
  readonly connections: readonly Connection[] | undefined;
  readonly dialog: ConnectionDialogInUrl;
  /** In place of closing the dialog, once the connection is deleted. */
  readonly onDeleted?: () => void;
}

/** The dialog that the URL asks for, or a message if its connection does not exist. */
export function ConnectionDialogs({ connections, dialog, onDeleted }: ConnectionDialogsProps) {
  const { open, close } = dialog;
  const changes = useConnectionChanges();
  const toast = useToast();
  const user = useUser();
  const afterSave = (title: string) => (connection: Connection) => {
    close();
    const elsewhere = connection.companyId !== user.companyId;
    toast({ title, ...(elsewhere ? { description: savedTexts.elsewhere(connection.companyId) } : {}) });
    changes.saved(connection);
  };
  const aboutId = open && 'connectionId' in open ? open.connectionId : null;
  const found = connections?.find(({ id }) => id === aboutId);
  // Another user may delete it while the dialog is open: the dialog and what was typed into it stay.
  const [known, setKnown] = useState<Connection | null>(null);
  if (found && found !== known) setKnown(found);
  if (!open) return null;
  if (open.kind === 'create')
    return (
      <ConnectionFormDialog
        mode={{ kind: 'create' }}
        open
        onClose={close}
        onSaved={afterSave(savedTexts.created)}
      />
    );
  const connection = found ?? (known?.id === open.connectionId ? known : null);
  if (!connection) return connections ? <ConnectionGoneDialog onClose={close} /> : null;
  const props = { connection, onClose: close };
  const key = `${open.kind}-${connection.id}`;
  switch (open.kind) {
    case 'rename':
      return <RenameDialog key={key} {...props} />;
    case 'delete':
      return <DeleteDialog key={key} {...props} onDeleted={onDeleted ?? close} />;
    case 'new-address':
      return <NewAddressDialog key={key} {...props} />;
    case 'test':
      return <TestDialog key={key} connections={[connection]} onClose={close} />;
    case 'copy':
      return (
        <ConnectionFormDialog
          key={key}
          mode={{ kind: 'duplicate', source: connection }}
          open
          onClose={close}
          onSaved={afterSave(savedTexts.created)}
        />
      );
    case 'edit':
      return (
        <ConnectionFormDialog
          key={key}
          mode={{ kind: 'edit', connection }}
          open
          onClose={close}
          onSaved={afterSave(savedTexts.updated)}
        />
      );
  }
}

/** Shown instead of a dialog when the connection that a link names no longer exists. */
function ConnectionGoneDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      title={goneTexts.title}
      onCancel={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          All connections
        </Button>
      }
    >
      <p>{goneTexts.text}</p>
    </Dialog>
  );
}
