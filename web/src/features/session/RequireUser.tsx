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
 * Each person has a cache and pages of their own in each company: when another one signs in, in whatever tab,
 * or when they are moved, everything of the former is gone before the new name appears.
 */
const ownCache = { provider: () => new Map() };

/** Shows the pages below it to a signed-in person; anyone else goes to sign in, and comes back afterwards. */
export function RequireUser() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const { phase, left } = session;
  const { clear } = useToasts();
  const revoked = session.revoked !== null;
  useEffect(() => {
    // They tell that the network is gone: too late to fetch them then.
    void loadDialogs().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (phase === 'signed-out' && left === null) rememberReturnPath(path);
    if (phase === 'signed-in') forgetReturnPath();
  }, [phase, left, path]);

  useEffect(() => {
    // The dialog is all that is left to be seen.
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

/** What takes the place of Access Revoked when the session ends under it: with access come new sessions. */
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
