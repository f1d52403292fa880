import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { OverlayContext } from '../../api/session-signals.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { BareFrame, Splash } from '../../ui/page/Brand.tsx';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { useToasts } from '../../ui/toast/use-toast.ts';
import { useSession } from './session-context.ts';
import { forgetReturnPath, rememberReturnPath } from './use-sign-out.ts';

const loadDialogs = () => import('./SessionDialogs.tsx');
const SessionDialogs = lazy(loadDialogs);
const AccessRevokedDialog = lazy(() => import('./AccessRevokedDialog.tsx'));

/**
 * Each user has a separate cache and pages in each company. When another user signs in, in any tab, or when the user is
 * moved to another company, everything of the previous one is gone before the new name appears.
 */
const ownCache = { provider: () => new Map() };

/** Shows the nested pages to a signed-in user; anyone else is sent to the sign-in page and returns afterward. */
export function RequireUser() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const { phase, left } = session;
  const { clear } = useToasts();
  const revoked = session.revoked !== null;
  useEffect(() => {
    // Prefetched, because they report that the network is down, when it is too late to fetch them.
    void loadDialogs().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (phase === 'signed-out' && left === null) rememberReturnPath(path);
    if (phase === 'signed-in') forgetReturnPath();
  }, [phase, left, path]);

  useEffect(() => {
    // Nothing but the dialog stays visible.
    if (revoked) clear();
  }, [revoked, clear]);

  if (phase === 'loading') return <Splash />;
  if (phase === 'signed-out') {
    return <Navigate to={left === 'expired' ? '/auth?session_expired=true' : '/auth'} replace />;
  }
  if (phase === 'failed') {
    return (
      <BareFrame>
        <ErrorState title="Could not load Ridgeline" error={session.error} onRetry={session.retry} />
      </BareFrame>
    );
  }
  if (session.revoked) {
    return (
      <BareFrame>
        {session.ended ? (
          <AccessRestored />
        ) : (
          <Suspense>
            <AccessRevokedDialog {...session.revoked} />
          </Suspense>
        )}
      </BareFrame>
    );
  }
  return (
    <>
      <SWRConfig key={`${session.user?.id} ${session.user?.companyId}`} value={ownCache}>
        <OverlayContext value>
          <Outlet />
        </OverlayContext>
      </SWRConfig>
      {session.ended || session.unreachable ? (
        <Suspense>
          <SessionDialogs />
        </Suspense>
      ) : null}
    </>
  );
}

/** Replaces Access Revoked when the session ends behind it: restoring access ends the user's sessions. */
function AccessRestored() {
  const { leave } = useSession();
  const { pathname, search, hash } = useLocation();

  const signIn = () => {
    rememberReturnPath(pathname + search + hash);
    void leave('restored');
  };
  return (
    <>
      <PageTitle page="Access Restored" />
      <h1>Your access is back</h1>
      <p>Sign in again to continue where you were. Your company&apos;s data is unchanged.</p>
      <Button look="primary" autoFocus onClick={signIn}>
        Sign in
      </Button>
    </>
  );
}
