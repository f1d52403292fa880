import {
  CheckCircleOutlined,
  EditOutlined,
  EllipsisOutlined,
  KeyOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { ManagedUser } from '@ridgeline/contracts';
import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { ActionMenu, type MenuAction } from '../../ui/menu/ActionMenu.tsx';
import { useUser } from '../session/session-context.ts';
import { offeredDialogs, type UserDialogKind } from './use-user-dialog.ts';

/** Opens the menu of a user beside its button, or closes it when it is open. */
type ToggleUserMenu = (user: ManagedUser, anchor: HTMLElement) => void;

interface UserMenu {
  readonly menu: ReactNode;
  readonly toggle: ToggleUserMenu;
  /** The id of the user whose menu is open, or null. */
  readonly openFor: number | null;
}

const actions: Readonly<Record<UserDialogKind, Omit<MenuAction, 'onChoose'>>> = {
  edit: { text: 'Edit User', icon: EditOutlined },
  'reset-password': { text: 'Reset Password', icon: KeyOutlined },
  restore: { text: 'Restore access', icon: CheckCircleOutlined },
  revoke: { text: 'Revoke access', icon: StopOutlined, danger: true },
};

/** One menu for all users of a page. */
export function useUserMenu(onAsk: (kind: UserDialogKind, userId: number) => void): UserMenu {
  const ownId = useUser().id;
  const [open, setOpen] = useState<{ user: ManagedUser; anchor: HTMLElement } | null>(null);
  const toggle = useCallback<ToggleUserMenu>((user, anchor) => {
    setOpen((now) => (now?.anchor === anchor ? null : { user, anchor }));
  }, []);
  const menu = open ? (
    <ActionMenu
      key={open.user.id}
      anchor={open.anchor}
      label={`Actions for ${open.user.email}`}
      actions={offeredDialogs(open.user, ownId).map((kind) => ({
        ...actions[kind],
        onChoose: () => {
          onAsk(kind, open.user.id);
        },
      }))}
      onClose={() => {
        setOpen(null);
      }}
    />
  ) : null;
  return { menu, toggle, openFor: open?.user.id ?? null };
}

interface UserActionsProps {
  readonly user: ManagedUser;
  readonly open: boolean;
  readonly onToggle: ToggleUserMenu;
}

/** Opens the menu of what an administrator can do with a user. */
export function UserActions({ user, open, onToggle }: UserActionsProps) {
  return (
    <Button
      look="text"
      className="user-actions"
      aria-label={`Actions for ${user.email}`}
      icon={<EllipsisOutlined aria-hidden />}
      title="Actions"
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={({ currentTarget }) => {
        onToggle(user, currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || open) return;
        event.preventDefault();
        onToggle(user, event.currentTarget);
      }}
    />
  );
}
