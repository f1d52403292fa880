import { StopOutlined } from '@ant-design/icons';
import { removeMember, type Member, type User } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useToast } from '../../ui/toast/use-toast.ts';
import { Avatar } from '../session/Avatar.tsx';
import { fullName } from '../session/person.ts';
import { removeTexts as texts } from './texts.ts';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Oneself among them, as the session knows it. */
  readonly own: User;
  readonly onRemoved: (id: number) => void;
}

/** The users of the current company. */
export function MemberList({ members, own, onRemoved }: MemberListProps) {
  const [asking, setAsking] = useState<Member | null>(null);
  return (
    <>
      <ul className="team-list" aria-label="Members">
        {members.map((member) =>
          member.id === own.id ? (
            // The list was loaded before the user changed their own name.
            <MemberRow
              key={member.id}
              member={{ ...member, firstName: own.firstName, lastName: own.lastName }}
            />
          ) : (
            <MemberRow
              key={member.id}
              member={member}
              onRemove={() => {
                setAsking(member);
              }}
            />
          ),
        )}
      </ul>
      {asking ? (
        <RemoveMemberDialog
          member={asking}
          onRemoved={onRemoved}
          onClose={() => {
            setAsking(null);
          }}
        />
      ) : null}
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  /** Absent for the current user. */
  readonly onRemove?: () => void;
}

function MemberRow({ member, onRemove }: MemberRowProps) {
  const name = fullName(member);
  return (
    <li>
      <Avatar person={member} />
      <div className="team-person">
        <p className="team-name">
          <OneLine text={name ?? member.email} />
          {onRemove ? null : <span className="team-own"> (you)</span>}
        </p>
        <p className="team-note team-note-wide">
          {name ? <OneLine text={member.email} /> : null}
          <span>
            joined <Ago time={member.joinedAt} />
          </span>
        </p>
      </div>
      {member.accessRevoked ? <StatusTag tone="error" icon={StopOutlined} text="Access revoked" /> : null}
      {onRemove ? (
        <div className="team-actions">
          <Button small aria-label={`Remove ${name ?? member.email} from the team`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  );
}

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** The question before a colleague is removed: what it ends, and what it leaves. */
function RemoveMemberDialog({ member, onRemoved, onClose }: RemoveMemberDialogProps) {
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
