import { verifyEmail, type User } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert } from '../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from '../session/session-context.ts';
import { verificationTexts as texts } from '../session/texts.ts';
import { SendAgain } from '../session/VerifyEmailNotice.tsx';
import type { AuthLink } from './auth-link.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { InvitedMember } from './InvitedMember.tsx';

interface LinksOfMembersProps {
  readonly user: User;
  readonly link: Extract<AuthLink, { kind: 'invitation' | 'verification' }>;
  readonly onDone: () => void;
}

/** What a signed-in user sees when opening an emailed link; a separate chunk. */
export default function LinksOfMembers({ user, link, onDone }: LinksOfMembersProps) {
  return (
    <AntdProvider>
      {link.kind === 'invitation' ? (
        <InvitedMember user={user} token={link.token} onStay={onDone} />
      ) : (
        <EmailVerification user={user} token={link.token} onDone={onDone} />
      )}
    </AntdProvider>
  );
}

interface EmailVerificationProps {
  readonly user: User;
  readonly token: string;
  /** Continues to the app. */
  readonly onDone: () => void;
}

/** Uses the link of a verification email for the signed-in user, and says so when it does not fit. */
function EmailVerification({ user, token, onDone }: EmailVerificationProps) {
  const { signedIn } = useSession();
  const verify = useCommand(verifyEmail);
  const toast = useToast();
  const [failure, setFailure] = useState<unknown>(null);
  const begun = useRef('');

  const take = useEffectEvent(async () => {
    try {
      const verified = await verify({ body: { token } });
      onDone();
      await signedIn(verified);
      toast(texts.verified(verified.email));
    } catch (error) {
      setFailure(error);
    }
  });
  useEffect(() => {
    // Once per link, even though strict mode runs effects twice.
    if (begun.current === token) return;
    begun.current = token;
    void take();
  }, [token]);

  return (
    <AuthFrame page="Verify Email" heading={texts.title}>
      {failure ? (
        <>
          <p className="auth-note">
            You are signed in as <strong>{user.email}</strong>.
          </p>
          <FailureAlert {...texts.notVerified} error={failure} />
          <div className="fields">
            {user.emailVerified ? null : <SendAgain email={user.email} wide />}
            <Button look="primary" block onClick={onDone}>
              Go to Dashboard
            </Button>
          </div>
        </>
      ) : (
        <Loading label="Verifying your email address">
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </AuthFrame>
  );
}
