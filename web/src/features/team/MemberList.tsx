import { StopOutlined } from '@ant-design/icons';
import type { Member, User } from '@ridgeline/contracts';
import { Ago } from '../../components/Ago.tsx';
import { OneLine } from '../../components/OneLine.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { Avatar } from '../session/Avatar.tsx';
import { fullName } from '../session/person.ts';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Oneself among them, as the session knows it. */
  readonly own: User;
}

/** The people of one's company. */
export function MemberList({ members, own }: MemberListProps) {
  return (
    <ul className="team-list" aria-label="Members">
      {members.map((member) =>
        member.id === own.id ? (
          // The team was asked before one's name was changed.
          <MemberRow
            key={member.id}
            member={{ ...member, firstName: own.firstName, lastName: own.lastName }}
            own
          />
        ) : (
          <MemberRow key={member.id} member={member} />
        ),
      )}
    </ul>
  );
}

function MemberRow({ member, own = false }: { readonly member: Member; readonly own?: boolean }) {
  const name = fullName(member);
  return (
    <li>
      <Avatar person={member} />
      <div className="team-person">
        <p className="team-name">
          <OneLine text={name ?? member.email} />
          {own ? <span className="team-own"> (you)</span> : null}
        </p>
        <p className="team-note team-note-wide">
          {name ? <OneLine text={member.email} /> : null}
          <span>
            joined <Ago time={member.joinedAt} />
          </span>
        </p>
      </div>
      {member.accessRevoked ? <StatusTag tone="error" icon={StopOutlined} text="Access revoked" /> : null}
    </li>
  );
}
