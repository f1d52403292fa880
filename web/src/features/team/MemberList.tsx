import { StopOutlined } from '@ant-design/icons';
import type { Member, User } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/CopyableId.tsx';
import { Avatar } from '../session/Avatar.tsx';
import { fullName } from '../session/person.ts';
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Oneself among them, as the session knows it. */
  readonly own: User;
  readonly onRemoved: (id: number) => void;
}

/** The people of one's company. */
export function MemberList({ members, own, onRemoved }: MemberListProps) {
  const [asking, setAsking] = useState<Member | null>(null);
  return (
    <>
      <ul className="team-list" aria-label="Members">
        {members.map((member) =>
          member.id === own.id ? (
            // The team was asked before one's name was changed.
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
  /** Absent for oneself. */
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
