import { lazy, Suspense, use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { DraftsContext } from '../../ui/form/drafts.ts';
import { useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from '../session/session-context.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { accountDraft } from './account-forms.ts';
import type { AuthLink } from './auth-link.ts';
import { AuthFrame } from './AuthFrame.tsx';
import {
  ExpiredNotice,
  InvitationNotice,
  LeftElsewhereNotice,
  MailSentNotice,
  SignInToVerifyNotice,
} from './Notices.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { expiredTexts as texts } from './texts.ts';
import { useInvitation } from './use-invitation.ts';

const loadDialogs = () => import('./PasswordDialogs.tsx');
const PasswordDialogs = lazy(loadDialogs);

type AuthTab = 'sign-in' | 'register';

const tabs: readonly { readonly name: AuthTab; readonly text: string }[] = [
  { name: 'sign-in', text: 'Sign In' },
  { name: 'register', text: 'Create Account' },
];

interface AuthScreenProps {
  readonly link: AuthLink;
  readonly onLinkDone: () => void;
}

/** The two forms, the notices above them, and the dialogs of a forgotten password. */
export function AuthScreen({ link, onLinkDone }: AuthScreenProps) {
  const { phase, user, left } = useSession();
  const drafts = use(DraftsContext);
  const signOut = useSignOut();
  const [search, setSearch] = useSearchParams();
  const tab: AuthTab = search.get('tab') === 'register' ? 'register' : 'sign-in';
  const expired = search.get('session_expired') === 'true';
  useExpiryToast(expired);
  const invitation = useInvitation(link.kind === 'invitation' ? link.token : null);
  const [forgot, setForgot] = useState(false);
  const [mailSent, setMailSent] = useState(false);
  const linked = link.kind === 'reset' || link.kind === 'broken-reset';
  useFirstFocus(() => {
    // If this fails, opening a dialog tries it again and shows the failure.
    void loadDialogs().catch(() => undefined);
  });

  const show = (next: AuthTab) => {
    setSearch(next === 'register' ? { tab: next } : {}, { replace: true });
  };
  const accountExists = invitation.kind === 'account-exists';
  const offerSignIn = useEffectEvent(() => {
    show('sign-in');
  });
  useLayoutEffect(() => {
    if (accountExists) offerSignIn();
  }, [accountExists]);
  const passwordIsSet = async () => {
    // The current user's session ends: the next step is to sign in with the new password.
    if (phase === 'signed-in') await signOut();
    // Only the present user's own email is filled in: the link must not reveal the email of another account.
    if (link.kind === 'reset' && user?.id === link.userId)
      drafts.keep(null, accountDraft, 'email', user.email);
    show('sign-in');
    onLinkDone();
  };
  return (
    <AuthFrame page={tab === 'register' ? 'Create Account' : 'Sign In'} heading="Sign in to your account">
      {expired ? <ExpiredNotice /> : null}
      {link.kind === 'verification' ? <SignInToVerifyNotice /> : null}
      {left === 'elsewhere' ? <LeftElsewhereNotice /> : null}
      {mailSent && tab === 'sign-in' ? <MailSentNotice /> : null}
      <InvitationNotice state={invitation} onSkip={onLinkDone} />
      {invitation.kind === 'opening' || invitation.kind === 'unread' ? null : (
        <Tabs label="Sign in or create an account" tabs={tabs} current={tab} onChange={show}>
          {tab === 'register' ? (
            <RegisterForm
              invitation={
                invitation.kind === 'open'
                  ? { token: invitation.token, email: invitation.invitation.email }
                  : null
              }
              onCreated={onLinkDone}
            />
          ) : (
            <SignInForm
              onSignedIn={() => {
                // A verification link is kept: it is used in the session that begins now.
                if (link.kind !== 'verification') onLinkDone();
              }}
              onForgot={() => {
                setForgot(true);
              }}
            />
          )}
        </Tabs>
      )}
      {forgot || linked ? (
        <Suspense>
          <PasswordDialogs
            link={link}
            forgot={forgot}
            onForgot={setForgot}
            onMailSent={() => {
              setMailSent(true);
            }}
            onPasswordSet={passwordIsSet}
            onLinkDone={onLinkDone}
          />
        </Suspense>
      ) : null}
    </AuthFrame>
  );
}

/** Says once that the session has expired; the notice on the page stays. */
function useExpiryToast(expired: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (expired) toast({ tone: 'info', title: texts.title, description: texts.toast });
  }, [expired, toast]);
}

/** Does something once, when the user first interacts with the page, so that it does not slow down loading. */
export function useFirstFocus(work: () => void): void {
  const begin = useEffectEvent(work);
  useEffect(() => {
    const focused = () => {
      begin();
    };
    document.addEventListener('focusin', focused, { once: true });
    return () => {
      document.removeEventListener('focusin', focused);
    };
  }, []);
}
