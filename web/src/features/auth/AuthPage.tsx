import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { Splash } from '../../ui/page/Brand.tsx';
import { usePrefetch } from '../../ui/page/prefetch-context.ts';
import { useSession } from '../session/session-context.ts';
import { returnPath } from '../session/use-sign-out.ts';
import { useAuthLink } from './auth-link.ts';
import { AuthScreen, useFirstFocus } from './AuthScreen.tsx';

const LinksOfMembers = lazy(() => import('./LinksOfMembers.tsx'));

/**
 * Sign In and Create Account. A user who is already signed in is redirected to the page they wanted, unless a link says
 * otherwise.
 */
export function AuthPage() {
  const { phase, user } = useSession();
  const [link, forgetLink] = useAuthLink();
  const prefetch = usePrefetch();
  useFirstFocus(() => {
    prefetch.whenIdle(['frame', 'shell', 'dashboard']);
  });

  if (phase === 'loading') return <Splash />;
  if (phase === 'signed-in' && user) {
    if (link.kind === 'none') return <Navigate to={returnPath()} replace />;
    if (link.kind === 'invitation' || link.kind === 'verification')
      return (
        <Suspense fallback={<Splash />}>
          <LinksOfMembers user={user} link={link} onDone={forgetLink} />
        </Suspense>
      );
  }
  return <AuthScreen link={link} onLinkDone={forgetLink} />;
}
