import type { ManagedUser } from '@ridgeline/contracts';
import { useSearchParams } from 'react-router-dom';

const kinds = ['edit', 'reset-password', 'revoke', 'restore'] as const;
export type UserDialogKind = (typeof kinds)[number];

/** The actions available for a user; no one can revoke their own access. */
export function offeredDialogs(user: ManagedUser, ownId: number): readonly UserDialogKind[] {
  const always = ['edit', 'reset-password'] as const;
  if (user.accessRevoked) return [...always, 'restore'];
  return user.id === ownId ? always : [...always, 'revoke'];
}

interface OpenUserDialog {
  readonly kind: UserDialogKind;
  readonly userId: number;
}

/** The dialog about a user that a URL asks for; null if it asks for none or is invalid. */
export function readUserDialog(search: URLSearchParams): OpenUserDialog | null {
  const kind = kinds.find((name) => name === search.get('dialog'));
  const userId = Number(search.get('user'));
  return kind && Number.isSafeInteger(userId) && userId > 0 ? { kind, userId } : null;
}

/** Which dialog is open about whom; kept in the address, so that Back closes it. */
export function useUserDialog() {
  const [search, setSearch] = useSearchParams();
  return {
    open: readUserDialog(search),
    show: (kind: UserDialogKind, userId: number) => {
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.set('dialog', kind);
          next.set('user', String(userId));
          return next;
        },
        { preventScrollReset: true },
      );
    },
    close: () => {
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('dialog');
          next.delete('user');
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

/** The props of every dialog about a user. */
export interface UserDialogProps {
  readonly user: ManagedUser;
  /** The user as the server answered after a change. */
  readonly onChanged: (user: ManagedUser) => void;
  readonly onClose: () => void;
}
