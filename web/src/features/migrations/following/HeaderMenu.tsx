import { EllipsisOutlined, UndoOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { ActionMenu } from '../../../ui/menu/ActionMenu.tsx';
import { isUndoable, undoAmong } from './may-follow.ts';
import { useFollowing } from './RelatedMigrations.tsx';

interface HeaderMenuProps {
  readonly migration: Migration;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** What is seldom done with a migration that has ended; nothing where there is nothing to do. */
export function HeaderMenu({ migration, busy, onUndo }: HeaderMenuProps) {
  const undo = undoAmong(useFollowing(migration) ?? []);
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Its place is known before what follows on it: nothing moves when that comes.
  if (!isUndoable(migration)) return null;
  const label = `Actions for migration #${migration.id}`;
  return (
    <>
      <Button
        look="text"
        aria-label={label}
        title="Actions"
        icon={<EllipsisOutlined aria-hidden />}
        loading={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          setAnchor(anchor === null ? currentTarget : null);
        }}
      />
      {anchor ? (
        <ActionMenu
          anchor={anchor}
          label={label}
          actions={[
            undo
              ? {
                  text: 'Show the undo',
                  icon: UndoOutlined,
                  onChoose: () => void navigate(`/migrations/${undo.id}`),
                }
              : { text: 'Undo…', icon: UndoOutlined, onChoose: onUndo },
          ]}
          onClose={() => {
            setAnchor(null);
          }}
        />
      ) : null}
    </>
  );
}
