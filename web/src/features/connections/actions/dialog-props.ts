import type { Connection } from '@ridgeline/contracts';

/** What every dialog about a connection is given. */
export interface ConnectionDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}
