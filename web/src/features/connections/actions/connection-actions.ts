import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FontSizeOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { MenuAction } from '../../../ui/menu/ActionMenu.tsx';
import type { ConnectionDialogKind } from './use-connection-dialog.ts';

const offered = [
  { kind: 'rename', text: 'Rename', icon: FontSizeOutlined },
  { kind: 'edit', text: 'Edit All Settings', icon: EditOutlined },
  { kind: 'copy', text: 'Copy', icon: CopyOutlined },
  { kind: 'test', text: 'Test now', icon: ThunderboltOutlined },
  { kind: 'delete', text: 'Delete', icon: DeleteOutlined, danger: true },
] as const satisfies readonly (Omit<MenuAction, 'onChoose'> & { readonly kind: ConnectionDialogKind })[];

/** The Actions menu of a connection. */
export const connectionActions = (onChoose: (kind: ConnectionDialogKind) => void): readonly MenuAction[] =>
  offered.map(({ kind, ...action }) => ({
    ...action,
    onChoose: () => {
      onChoose(kind);
    },
  }));
