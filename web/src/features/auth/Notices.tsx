import { MailOutlined, TeamOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { formatDay } from '../../components/format.ts';
import { Loading, SkeletonRows } from '../../components/Loading.tsx';
import { OneLine } from '../../components/OneLine.tsx';
import { verificationTexts } from '../session/texts.ts';
import { expiredTexts, forgotTexts, invitationTexts as texts } from './texts.ts';
import type { InvitationState } from './use-invitation.ts';

export function ExpiredNotice() {
  return (
    <Alert
      type="warning"
      showIcon
      title={<strong>{expiredTexts.title}</strong>}
      description={expiredTexts.notice}
    />
  );
}

export function LeftElsewhereNotice() {
  return (
    <Alert
      role="status"
      type="info"
      showIcon
      title={<strong>You signed out in another tab</strong>}
      description="Running migrations go on."
    />
  );
}

/** A verification's link is of use to whoever is signed in. */
export function SignInToVerifyNotice() {
  return (
    <Alert
      role="status"
      type="info"
      showIcon
      icon={<MailOutlined aria-hidden />}
      title={<strong>{verificationTexts.signInFirst.title}</strong>}
      description={verificationTexts.signInFirst.text}
    />
  );
}

/** What the toast said, for whoever comes back from the mailbox. */
export function MailSentNotice() {
  return (
    <Alert
      role="status"
      type="success"
      showIcon
      title={<strong>{forgotTexts.done.title}</strong>}
      description={forgotTexts.done.description}
    />
  );
}

interface InvitationNoticeProps {
  readonly state: InvitationState;
  /** Goes on without it. */
  readonly onSkip: () => void;
}

/** Who invited, or why the invitation's link is of no use. */
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
        <Alert
          role="status"
          type="info"
          showIcon
          icon={<TeamOutlined aria-hidden />}
          title={
            <strong>
              <OneLine text={invitedBy} /> {texts.invited}
            </strong>
          }
          description={texts.text(email, formatDay(expiresAt))}
        />
      );
    }
    case 'over':
      return (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={<strong>{texts.over}</strong>}
          description={`${state.text} ${texts.overAdvice}`}
        />
      );
    case 'account-exists':
      return (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={<strong>{texts.accountExists}</strong>}
          description={state.text}
        />
      );
    case 'unread':
      return (
        <>
          <FailureAlert {...texts.unread} error={state.error} />
          <div className="fields">
            <Button type="primary" block onClick={state.retry}>
              Try Again
            </Button>
            <Button block onClick={onSkip}>
              Go on without the invitation
            </Button>
          </div>
        </>
      );
  }
}
