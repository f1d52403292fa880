import type { ManagedUser } from '@ridgeline/contracts';

/** What every dialog about a user is given. */
export interface UserDialogProps {
  readonly user: ManagedUser;
  /** The user as the server answered after a change. */
  readonly onChanged: (user: ManagedUser) => void;
  readonly onClose: () => void;
}
