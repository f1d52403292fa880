import type { Connection } from '@ridgeline/contracts';
import { formName, type FormMode } from './form-mode.ts';
import { OpenFormDialog } from './OpenFormDialog.tsx';

interface ConnectionFormDialogProps {
  readonly mode: FormMode;
  readonly open: boolean;
  readonly onClose: () => void;
  /** In place of `onClose`, once the connection is saved. */
  readonly onSaved: (connection: Connection) => void;
}

/**
 * The form of a connection: 'Create New Connection', a copy, or 'Update Connection'; then the steps of its save, and the
 * question in between. What was typed is forgotten when it closes.
 */
export function ConnectionFormDialog({ mode, open, onClose, onSaved }: ConnectionFormDialogProps) {
  if (!open) return null;
  // Another connection is another form, with nothing of the one before.
  return <OpenFormDialog key={formName(mode)} mode={mode} onClose={onClose} onSaved={onSaved} />;
}
