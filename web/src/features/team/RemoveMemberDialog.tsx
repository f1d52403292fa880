import { removeMember, type Member } from '@ridgeline/contracts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useToast } from '../../ui/toast/toast-context.ts';
import { fullName } from '../session/person.ts';
import { removeTexts as texts } from './texts.ts';

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** The question before a colleague is removed: what it ends, and what it leaves. */
export function RemoveMemberDialog({ member, onRemoved, onClose }: RemoveMemberDialogProps) {
  const remove = useCommand(removeMember);
  const toast = useToast();
  const name = fullName(member) ?? member.email;
  return (
    <ConfirmDialog
      title={texts.question(name)}
      confirm="Remove from team"
      keep="Keep in team"
      failure={texts.failed}
      onConfirm={async () => {
        await remove({ params: { id: String(member.id) } });
        onRemoved(member.id);
        toast(texts.done(name));
      }}
      onClose={onClose}
    >
      <p>{texts.consequence}</p>
      <p>{texts.stays}</p>
    </ConfirmDialog>
  );
}
