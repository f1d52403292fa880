import { LockOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { LinkTabs } from '../../ui/controls/LinkTabs.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { PageHeader, PageTitle } from '../../ui/page/PageHeader.tsx';
import { useUser } from '../session/session-context.ts';
import { deniedTexts as texts } from './texts.ts';
import { UsersPanel } from './UsersPanel.tsx';
import '../../ui/page/state.css';
import './users.css';

const ActivityPanel = lazy(() => import('./activity/ActivityPanel.tsx'));

/** User Management: all users, and what they did. Only for administrators. */
export function UsersPage() {
  const { administrator } = useUser();
  const [search] = useSearchParams();
  const activity = search.get('tab') === 'activity';
  if (!administrator) return <AccessDenied />;
  return (
    <>
      <PageHeader title="User Management" purpose="All users of all companies, and what they did." />
      <LinkTabs
        label="User Management"
        tabs={[
          { text: 'Users', to: '/users', current: !activity },
          { text: 'Activity', to: '/users?tab=activity', current: activity },
        ]}
      />
      {activity ? (
        <Suspense
          fallback={
            <Loading label="Loading the activity">
              <SkeletonRows rows={8} />
            </Loading>
          }
        >
          <ActivityPanel />
        </Suspense>
      ) : (
        <UsersPanel />
      )}
    </>
  );
}

/** Shown to signed-in users who are not administrators. */
export function AccessDenied() {
  return (
    <div className="state state-card">
      <LockOutlined className="users-denied" aria-hidden />
      <PageTitle page={texts.title} />
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Link to="/">{texts.back}</Link>
    </div>
  );
}
