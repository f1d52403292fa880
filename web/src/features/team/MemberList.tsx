import { StopOutlined } from '@ant-design/icons';
import type { Member } from '@ridgeline/contracts';
import { Ago } from '../../components/Ago.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { fullName, initials } from '../session/person.ts';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Oneself among them. */
  readonly ownId: number;
}

/** The people of one's company. */
export function MemberList({ members, ownId }: MemberListProps) {
  return (
    <ul className="team-list" aria-label="Members">
      {members.map((member) => (
        <li key={member.id}>
          <span className="avatar" aria-hidden>
            {initials(member)}
          </span>
          <div className="team-person">
            <p className="team-name">
              {fullName(member) ?? member.email}
              {member.id === ownId ? <span className="team-own"> (you)</span> : null}
            </p>
            <p className="team-note">
              {fullName(member) ? <>{member.email} · </> : null}joined <Ago time={member.joinedAt} />
            </p>
          </div>
          {member.accessRevoked ? <StatusTag tone="error" icon={StopOutlined} text="Access revoked" /> : null}
        </li>
      ))}
    </ul>
  );
}
