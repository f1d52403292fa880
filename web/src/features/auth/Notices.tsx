import { MailOutlined, TeamOutlined } from '@ant-design/icons';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { formatDay } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { verificationTexts } from '../session/texts.ts';
import { expiredTexts, forgotTexts, invitationTexts as texts } from './texts.ts';
import type { InvitationState } from './use-invitation.ts';

export function ExpiredNotice() {
  return <Notice role="alert" tone="warning" title={expiredTexts.title} text={expiredTexts.notice} />;
}

export function LeftElsewhereNotice() {
  return (
    <Notice
      role="status"
      tone="info"
      title="You signed out in another tab"
      text="Running migrations continue."
    />
  );
}

/** The link of a verification works only for a signed-in user. */
export function SignInToVerifyNotice() {
  return (
    <Notice
      role="status"
      tone="info"
      icon={<MailOutlined aria-hidden />}
      title={verificationTexts.signInFirst.title}
      text={verificationTexts.signInFirst.text}
    />
  );
}

/** Repeats the toast for a user who returns from their mailbox. */
export function MailSentNotice() {
  return (
    <Notice role="status" tone="success" title={forgotTexts.done.title} text={forgotTexts.done.description} />
  );
}

interface InvitationNoticeProps {
  readonly state: InvitationState;
  /** Continues without it. */
  readonly onSkip: () => void;
}

/** Who sent the invitation, or why its link cannot be used. */
export function InvitationNotice({ state, onSkip }: InvitationNoticeProps) {
  switch (state.kind) {
    case 'none':
      return null;
    case 'opening':
      return (
        <Loading label="Opening the invitation">
          <SkeletonRows rows={2} />
        </Loading>
      );
    case 'open': {
      const { email, invitedBy, expiresAt } = state.invitation;
      return (
        <Notice
          role="status"
          tone="info"
          icon={<TeamOutlined aria-hidden />}
          title={
            <>
              <OneLine text={invitedBy} /> {texts.invited}
            </>
          }
          text={texts.text(email, formatDay(expiresAt))}
        />
      );
    }
    case 'over':
      return (
        <Notice role="alert" tone="warning" title={texts.over} text={`${state.text} ${texts.overAdvice}`} />
      );
    case 'account-exists':
      return <Notice role="alert" tone="warning" title={texts.accountExists} text={state.text} />;
    case 'unread':
      return (
        <>
          <FailureAlert {...texts.unread} error={state.error} />
          <div className="fields">
            <Button look="primary" block onClick={state.retry}>
              Try Again
            </Button>
            <Button block onClick={onSkip}>
              Continue without the invitation
            </Button>
          </div>
        </>
      );
  }
}
