import { Alert } from 'antd';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { PageTitle } from '../../components/PageHeader.tsx';
import { usePrefetch } from '../../components/prefetch-context.ts';
import { Splash } from '../../components/Splash.tsx';
import { useToast } from '../../components/toast/toast-context.ts';
import { returnPath } from '../session/return-path.ts';
import { useSession } from '../session/session-context.ts';
import { AuthTabs, type AuthTab } from './AuthTabs.tsx';
import { Pitch } from './Pitch.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import './auth.css';

/** Sign In and Create Account. Who is signed in already goes on to where he wanted to be. */
export function AuthPage() {
  const { phase, left } = useSession();
  const [search, setSearch] = useSearchParams();
  const tab: AuthTab = search.get('tab') === 'register' ? 'register' : 'sign-in';
  const expired = search.get('session_expired') === 'true';
  useExpiryToast(expired);
  const prefetch = usePrefetch();
  useEffect(() => {
    prefetch.whenIdle(['shell', 'dashboard']);
  }, [prefetch]);

  if (phase === 'loading') return <Splash />;
  if (phase === 'signed-in') return <Navigate to={returnPath()} replace />;
  const show = (next: AuthTab) => {
    setSearch(next === 'register' ? { tab: next } : {}, { replace: true });
  };
  return (
    <div className="auth">
      <PageTitle page={tab === 'register' ? 'Create Account' : 'Sign In'} />
      <Pitch />
      <main className="auth-main">
        <div className="auth-box">
          <h1>{tab === 'register' ? 'Create your account' : 'Sign in to your account'}</h1>
          {expired ? (
            <Alert
              type="warning"
              showIcon
              title={<strong>Session Expired</strong>}
              description="Please log in again to go on."
            />
          ) : null}
          {left === 'elsewhere' ? (
            <Alert
              role="status"
              type="info"
              showIcon
              title={<strong>You signed out in another tab</strong>}
              description="Running migrations go on."
            />
          ) : null}
          <AuthTabs tab={tab} onChange={show}>
            {tab === 'register' ? <RegisterForm /> : <SignInForm />}
          </AuthTabs>
        </div>
      </main>
    </div>
  );
}

function useExpiryToast(expired: boolean) {
  const toast = useToast();
  useEffect(() => {
    if (!expired) return;
    toast({
      tone: 'info',
      title: 'Session Expired',
      description: 'Your session has expired. Please log in again.',
    });
  }, [expired, toast]);
}
