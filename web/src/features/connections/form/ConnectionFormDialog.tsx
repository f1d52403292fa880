import type { Connection } from '@ridgeline/contracts';
import { ConnectionDialog } from '../ConnectionDialog.tsx';

export type ConnectionFormMode =
  | { readonly kind: 'create' }
  | { readonly kind: 'duplicate'; readonly source: Connection }
  | { readonly kind: 'edit'; readonly connection: Connection };

interface ConnectionFormDialogProps {
  readonly mode: ConnectionFormMode;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved: (connection: Connection) => void;
}

/** Stands in until the form of all modes is joined. */
export function ConnectionFormDialog({ open, onClose, onSaved }: ConnectionFormDialogProps) {
  return <ConnectionDialog open={open} onClose={onClose} onSaved={onSaved} />;
}
