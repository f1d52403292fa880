import { EllipsisOutlined } from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { ToggleMenu } from './use-actions-menu.tsx';
import './actions-button.css';

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
