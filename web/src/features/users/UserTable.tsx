import { StopOutlined } from '@ant-design/icons';
import type { ManagedUser } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { fullName } from '../session/person.ts';
import { useUser } from '../session/session-context.ts';
import { UserActions, type UserActionsProps } from './UserActions.tsx';

interface UserRowsProps {
  readonly users: readonly ManagedUser[];
  readonly onAsk: UserActionsProps['onAsk'];
}

const facts: readonly Column<ManagedUser>[] = [
  { title: 'ID', key: 'id', width: '80px', render: ({ id }) => <span className="numbers">{id}</span> },
  { title: 'Email', key: 'email', render: (user) => <UserEmail user={user} /> },
  { title: 'Name', key: 'name', width: '16%', render: (user) => <OneLine text={fullName(user) ?? '–'} /> },
  { title: 'Company ID', key: 'company', width: '14%', render: ({ companyId }) => companyId },
];

/** A page of users on wide screens. */
export function UserTable({ users, onAsk }: UserRowsProps) {
  const columns = useMemo<readonly Column<ManagedUser>[]>(
    () => [
      ...facts,
      {
        title: 'Actions',
        key: 'actions',
        width: '384px',
        render: (user) => <UserActions user={user} onAsk={onAsk} />,
      },
    ],
    [onAsk],
  );
  return <DataTable label="Users" columns={columns} rows={users} keyOf={({ id }) => id} />;
}

/** A user's e-mail, with what sets it apart: one's own, or without access. */
function UserEmail({ user }: { readonly user: ManagedUser }) {
  const own = useUser().id === user.id;
  return (
    <div className="user-email">
      <span>
        {user.email}
        {own ? <span className="user-own"> (you)</span> : null}
      </span>
      {user.accessRevoked ? (
        <StatusTag
          tone="error"
          icon={StopOutlined}
          text="Revoked"
          reason={user.accessRevokedReason ?? 'Access has been revoked'}
        />
      ) : null}
    </div>
  );
}

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
