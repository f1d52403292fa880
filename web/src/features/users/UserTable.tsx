import type { ManagedUser } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { CompanyName } from '../company-names/CompanyName.tsx';
import { useCompanyNames } from '../company-names/use-company-names.ts';
import { fullName } from '../session/person.ts';
import { UserActions, useUserMenu } from './use-user-menu.tsx';
import type { UserDialogKind } from './use-user-dialog.ts';
import { UserEmail, UserStatus } from './UserFacts.tsx';

interface UserRowsProps {
  readonly users: readonly ManagedUser[];
  readonly onAsk: (kind: UserDialogKind, userId: number) => void;
}

const before: readonly Column<ManagedUser>[] = [
  { title: 'ID', key: 'id', width: '72px', render: ({ id }) => <span className="numbers">{id}</span> },
  { title: 'Email', key: 'email', render: (user) => <UserEmail user={user} /> },
  { title: 'Name', key: 'name', width: '15%', render: (user) => <OneLine text={fullName(user) ?? '–'} /> },
];

const after: readonly Column<ManagedUser>[] = [
  { title: 'Status', key: 'status', width: '120px', render: (user) => <UserStatus user={user} /> },
  { title: 'Last sign-in', key: 'sign-in', width: '136px', render: (user) => <LastSignIn user={user} /> },
];

const companyIdsOf = (users: readonly ManagedUser[]) => users.map(({ companyId }) => companyId);

/** A page of users on wide screens. */
export function UserTable({ users, onAsk }: UserRowsProps) {
  const names = useCompanyNames(companyIdsOf(users));
  const { menu, toggle, openFor } = useUserMenu(onAsk);
  const columns = useMemo<readonly Column<ManagedUser>[]>(
    () => [
      ...before,
      {
        title: 'Company ID',
        key: 'company',
        width: '18%',
        render: ({ companyId }) => <CompanyName companyId={companyId} name={names.get(companyId)} />,
      },
      ...after,
      {
        title: 'Actions',
        key: 'actions',
        width: '88px',
        render: (user) => <UserActions user={user} open={openFor === user.id} onToggle={toggle} />,
      },
    ],
    [names, openFor, toggle],
  );
  return (
    <>
      <DataTable label="Users" columns={columns} rows={users} keyOf={({ id }) => id} minWidth="960px" />
      {menu}
    </>
  );
}

function LastSignIn({ user: { lastSignInAt } }: { readonly user: ManagedUser }) {
  return lastSignInAt === null ? 'Never' : <Ago time={lastSignInAt} />;
}

/** A page of users on phones: a card for each. */
export function UserCards({ users, onAsk }: UserRowsProps) {
  const names = useCompanyNames(companyIdsOf(users));
  const { menu, toggle, openFor } = useUserMenu(onAsk);
  return (
    <>
      <ul className="user-cards" aria-label="Users">
        {users.map((user) => (
          <li key={user.id}>
            <div className="user-cards-head">
              <UserEmail user={user} />
              <UserActions user={user} open={openFor === user.id} onToggle={toggle} />
            </div>
            <p className="user-cards-note user-cards-facts">
              #{user.id} · <OneLine text={fullName(user) ?? 'No name'} /> ·{' '}
              <OneLine text={names.get(user.companyId) ?? user.companyId} />
            </p>
            <p className="user-cards-note user-cards-facts">
              <UserStatus user={user} />
              <span>
                Last sign-in: <LastSignIn user={user} />
              </span>
            </p>
            {user.accessRevoked ? (
              <p className="user-cards-reason">{user.accessRevokedReason ?? 'Access has been revoked'}</p>
            ) : null}
          </li>
        ))}
      </ul>
      {menu}
    </>
  );
}
