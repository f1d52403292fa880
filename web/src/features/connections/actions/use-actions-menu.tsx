import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  FontSizeOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/menu/ActionMenu.tsx';
import type { ConnectionDialogKind, ShowDialog } from './use-connection-dialog.ts';
import './actions-button.css';

/** Opens the menu of a connection beside its button, or closes it when it is open. */
export type ToggleMenu = (connection: Connection, anchor: HTMLElement) => void;

interface ActionsMenu {
  readonly menu: ReactNode;
  readonly toggle: ToggleMenu;
  /** The id of the connection whose menu is open, or null. */
  readonly openFor: number | null;
}

/** One menu for all connections of a page, so that a list of thousands renders only a button for each. */
export function useActionsMenu(show: ShowDialog): ActionsMenu {
  const [open, setOpen] = useState<{ connection: Connection; anchor: HTMLElement } | null>(null);
  const toggle = useCallback<ToggleMenu>((connection, anchor) => {
    setOpen((now) => (now?.anchor === anchor ? null : { connection, anchor }));
  }, []);
  const menu = open ? (
    <ActionMenu
      key={open.connection.id}
      anchor={open.anchor}
      label={`Actions for ${open.connection.name}`}
      actions={connectionActions((kind) => {
        show(kind, open.connection.id);
      })}
      onClose={() => {
        setOpen(null);
      }}
    />
  ) : null;
  return { menu, toggle, openFor: open?.connection.id ?? null };
}

const offered = [
  { kind: 'rename', text: 'Rename', icon: FontSizeOutlined },
  { kind: 'edit', text: 'Edit All Settings', icon: EditOutlined },
  { kind: 'copy', text: 'Copy', icon: CopyOutlined },
  { kind: 'test', text: 'Test now', icon: ThunderboltOutlined },
  { kind: 'delete', text: 'Delete', icon: DeleteOutlined, danger: true },
] as const satisfies readonly (Omit<MenuAction, 'onChoose'> & { readonly kind: ConnectionDialogKind })[];

/** The Actions menu of a connection. */
const connectionActions = (onChoose: (kind: ConnectionDialogKind) => void): readonly MenuAction[] =>
  offered.map(({ kind, ...action }) => ({
    ...action,
    onChoose: () => {
      onChoose(kind);
    },
  }));

interface ActionsButtonProps {
  readonly connection: Connection;
  readonly open: boolean;
  readonly onToggle: ToggleMenu;
}

/** Opens the Actions menu of a connection. */
export function ActionsButton({ connection, open, onToggle }: ActionsButtonProps) {
  return (
    <Button
      look="text"
      className="actions-button"
      aria-label={`Actions for ${connection.name}`}
      icon={<EllipsisOutlined aria-hidden />}
      title="Actions"
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={({ currentTarget }) => {
        onToggle(connection, currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || open) return;
        event.preventDefault();
        onToggle(connection, event.currentTarget);
      }}
    />
  );
}
