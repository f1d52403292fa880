import { acceptInvitation, type AnswerOf, type openOwnInvitation, type User } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { failureText } from '../../api/error-policy.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../ui/controls/Notice.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from '../session/session-context.ts';
import { SendAgain } from '../session/VerifyEmailNotice.tsx';
import { joinTexts as texts } from './texts.ts';

interface OwnInvitationProps {
  readonly user: User;
  readonly token: string;
  readonly invitation: AnswerOf<typeof openOwnInvitation>;
  /** Continues, in the present company or in the new one. */
  readonly onDone: () => void;
}

/** An invitation for the account that is signed in: what accepting it changes, and the choice. */
export function OwnInvitation({ user, token, invitation, onDone }: OwnInvitationProps) {
  const { signedIn } = useSession();
  const accept = useCommand(acceptInvitation);
  const toast = useToast();
  const [joining, setJoining] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const join = async () => {
    setJoining(true);
    setFailure(null);
    try {
      const moved = await accept({ body: { token } });
      onDone();
      await signedIn(moved);
      toast(texts.done(invitation.invitedBy));
    } catch (error) {
      setFailure(error);
      setJoining(false);
      toast({
        tone: 'error',
        title: texts.failed.title,
        description: failureText(error, texts.failed.fallback).text,
      });
    }
  };
  return (
    <>
      <p className="auth-note">
        <strong>
          <OneLine text={invitation.invitedBy} />
        </strong>{' '}
        {texts.consequence(user.email)}
      </p>
      {user.emailVerified ? null : (
        <Notice
          role="status"
          tone="warning"
          title={texts.verifyFirst.title}
          text={texts.verifyFirst.text}
          action={<SendAgain email={user.email} />}
        />
      )}
      {failure ? <FailureAlert {...texts.failed} error={failure} /> : null}
      <div className="fields">
        <Button
          look="primary"
          block
          loading={joining}
          disabled={!user.emailVerified}
          onClick={() => void join()}
        >
          Accept the invitation
        </Button>
        <Button block disabled={joining} onClick={onDone}>
          Stay in my company
        </Button>
      </div>
    </>
  );
}
