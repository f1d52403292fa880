import { EllipsisOutlined, UndoOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { ActionMenu } from '../../../ui/menu/ActionMenu.tsx';
import { migrationTitle } from '../../judgement/purpose.ts';
import { mayUndo } from './may-follow.ts';
import { useFollowing } from './RelatedMigrations.tsx';

interface HeaderMenuProps {
  readonly migration: Migration;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** What is seldom done with a migration that has ended; nothing where there is nothing to do. */
export function HeaderMenu({ migration, busy, onUndo }: HeaderMenuProps) {
  const following = useFollowing(migration);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!following || !mayUndo(migration, following)) return null;
  const label = `Actions for ${migrationTitle(migration).toLowerCase()}`;
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
          actions={[{ text: 'Undo…', icon: UndoOutlined, onChoose: onUndo }]}
          onClose={() => {
            setAnchor(null);
          }}
        />
      ) : null}
    </>
  );
}
