import type { ManagedUser } from '@ridgeline/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ClearButton } from '../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { withParameter } from '../../ui/page/use-set-filters.ts';
import { useTypedParameter } from '../../ui/page/use-typed-parameter.ts';
import { PageButtons, pageWindow, readPage } from '../../ui/table/PageButtons.tsx';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import { usePhone } from '../../ui/theme/use-media-query.ts';
import { userNoun } from './texts.ts';
import { useUserDialog } from './use-user-dialog.ts';
import { searchUsers, useUsers } from './use-users.ts';
import { UserDialogs } from './UserDialogs.tsx';
import { UserCards, UserTable } from './UserTable.tsx';
import './users.css';

/** The search, the list of users, and their dialogs. */
export function UsersPanel() {
  const { data, error, retry, changed } = useUsers();
  const dialog = useUserDialog();
  return (
    <section className="panel" aria-label="Users">
      {data ? (
        <UserList users={data} onAsk={dialog.show} />
      ) : error ? (
        <ErrorState title="Error Loading Users" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading the users">
          <SkeletonRows rows={8} />
        </Loading>
      )}
      {data ? <UserDialogs users={data} dialog={dialog} onChanged={changed} /> : null}
    </section>
  );
}

interface UserListProps {
  readonly users: readonly ManagedUser[];
  readonly onAsk: ReturnType<typeof useUserDialog>['show'];
}

function UserList({ users, onAsk }: UserListProps) {
  const { typed, change } = useTypedParameter('q');
  const [search, setSearch] = useSearchParams();
  const phone = usePhone();
  const text = useDeferredValue(typed);
  const found = useMemo(() => searchUsers(users, text), [users, text]);
  const pages = pageWindow(found.length, readPage(search));
  const shown = found.slice(pages.from, pages.to);
  const List = phone ? UserCards : UserTable;
  return (
    <>
      <div className="users-filters">
        <SearchField
          className="users-search"
          label="Search users"
          placeholder="Search by email, name, company or ID"
          value={typed}
          onChange={change}
        />
        <p className="users-count numbers" role="status">
          {found.length === users.length
            ? formatRecords(users.length, userNoun)
            : `${formatCount(found.length)} of ${formatRecords(users.length, userNoun)}`}
        </p>
      </div>
      {shown.length > 0 ? (
        <List users={shown} onAsk={onAsk} />
      ) : (
        <div className="users-none">
          <p>No user matches “{text.trim()}”.</p>
          <ClearButton
            onClick={() => {
              change('');
            }}
          >
            Clear search
          </ClearButton>
        </div>
      )}
      <div className="users-foot">
        <PageButtons
          label="Pages of the users"
          window={pages}
          onChange={(page) => {
            setSearch((now) => withParameter(now, 'page', page === 1 ? '' : String(page)));
          }}
        />
      </div>
    </>
  );
}
