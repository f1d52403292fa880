import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { usePrefetch } from '../../components/prefetch-context.ts';
import { Splash } from '../../components/Splash.tsx';
import { returnPath } from '../session/return-path.ts';
import { useSession } from '../session/session-context.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { EmailVerification } from './EmailVerification.tsx';
import { InvitedMember } from './InvitedMember.tsx';
import { useAuthLink } from './use-auth-link.ts';

/** Sign In and Create Account. Whoever is signed in already goes on to where they wanted to be, unless a link says more. */
export function AuthPage() {
  const { phase, user } = useSession();
  const [link, forgetLink] = useAuthLink();
  const prefetch = usePrefetch();
  useEffect(() => {
    prefetch.whenIdle(['shell', 'dashboard']);
  }, [prefetch]);

  if (phase === 'loading') return <Splash />;
  if (phase === 'signed-in' && user) {
    if (link.kind === 'none') return <Navigate to={returnPath()} replace />;
    if (link.kind === 'invitation')
      return <InvitedMember user={user} token={link.token} onStay={forgetLink} />;
    if (link.kind === 'verification')
      return <EmailVerification user={user} token={link.token} onDone={forgetLink} />;
  }
  return <AuthScreen link={link} onLinkDone={forgetLink} />;
}
