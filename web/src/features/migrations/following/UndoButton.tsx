import { UndoOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { isUndoable, undoAmong } from './may-follow.ts';
import { useFollowing } from './RelatedMigrations.tsx';

interface UndoButtonProps {
  readonly migration: Migration;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** Starts the preview of an undo, or links to an existing undo; nothing if there is nothing to undo. */
export function UndoButton({ migration, busy, onUndo }: UndoButtonProps) {
  const undo = undoAmong(useFollowing(migration) ?? []);
  const navigate = useNavigate();
  // Decided before the following migrations are known, so that nothing moves when they load.
  if (!isUndoable(migration)) return null;
  return (
    <Button
      icon={<UndoOutlined aria-hidden />}
      loading={busy}
      onClick={undo ? () => void navigate(`/migrations/${undo.id}`) : onUndo}
    >
      {undo ? 'Show the undo' : 'Undo…'}
    </Button>
  );
}
