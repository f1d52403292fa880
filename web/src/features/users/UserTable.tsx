import type { ManagedUser } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { OneLine } from '../../ui/text/CopyableId.tsx';
import { fullName } from '../session/person.ts';
import { UserActions, type UserActionsProps } from './UserActions.tsx';
import { UserEmail } from './UserEmail.tsx';

export interface UserRowsProps {
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
