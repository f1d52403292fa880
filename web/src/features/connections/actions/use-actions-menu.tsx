import type { Connection } from '@ridgeline/contracts';
import { useCallback, useState, type ReactNode } from 'react';
import { ActionMenu } from '../../../ui/menu/ActionMenu.tsx';
import { connectionActions } from './connection-actions.ts';
import type { ConnectionDialogKind } from './use-connection-dialog.ts';

export type ShowDialog = (kind: ConnectionDialogKind, connectionId: number) => void;

/** Opens the menu of a connection beside its button, or closes it when it is open. */
export type ToggleMenu = (connection: Connection, anchor: HTMLElement) => void;

interface ActionsMenu {
  readonly menu: ReactNode;
  readonly toggle: ToggleMenu;
  /** Of which connection it is open, or null. */
  readonly openFor: number | null;
}

/** One menu for all connections of a page: a list of thousands has a button each, and no more. */
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
