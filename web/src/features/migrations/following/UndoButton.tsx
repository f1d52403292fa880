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

/** Leads to the preview of an undo, or to the undo where there is one; nothing where there is nothing to undo. */
export function UndoButton({ migration, busy, onUndo }: UndoButtonProps) {
  const undo = undoAmong(useFollowing(migration) ?? []);
  const navigate = useNavigate();
  // Its place is known before what follows on it: nothing moves when that comes.
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
