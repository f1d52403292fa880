import { OneLine } from '../../ui/text/CopyableId.tsx';
import { fullName } from '../session/person.ts';
import { UserActions } from './UserActions.tsx';
import { UserEmail } from './UserEmail.tsx';
import type { UserRowsProps } from './UserTable.tsx';

/** A page of users on phones: a card for each. */
export function UserCards({ users, onAsk }: UserRowsProps) {
  return (
    <ul className="user-cards" aria-label="Users">
      {users.map((user) => (
        <li key={user.id}>
          <UserEmail user={user} />
          <p className="user-cards-note user-cards-facts">
            #{user.id} · <OneLine text={fullName(user) ?? 'No name'} /> <span>· {user.companyId}</span>
          </p>
          {user.accessRevoked ? (
            <p className="user-cards-reason">{user.accessRevokedReason ?? 'Access has been revoked'}</p>
          ) : null}
          <UserActions user={user} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}
