import { ClockCircleOutlined, MailOutlined } from '@ant-design/icons';
import { inviteColleague, withdrawInvitation, type Invitation } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert } from '../../ui/controls/Notice.tsx';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Ago, useNow } from '../../ui/text/Ago.tsx';
import { formatMoment } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { inviteTexts, withdrawTexts } from './texts.ts';
import { isOver } from './use-team.ts';

interface InvitationListProps {
  readonly invitations: readonly Invitation[];
  readonly onInvited: (invitation: Invitation) => void;
  readonly onWithdrawn: (id: number) => void;
}

const minute = 60_000;

/** Pending invitations. */
export function InvitationList({ invitations, onInvited, onWithdrawn }: InvitationListProps) {
  const now = useNow(minute);
  const [asking, setAsking] = useState<Invitation | null>(null);
  const withdraw = useCommand(withdrawInvitation);
  const toast = useToast();
  return (
    <>
      <ul className="team-list" aria-label="Open invitations">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            over={isOver(invitation, now)}
            onInvited={onInvited}
            onWithdraw={() => {
              setAsking(invitation);
            }}
          />
        ))}
      </ul>
      {asking ? (
        <ConfirmDialog
          title={`Withdraw the invitation of ${asking.email}?`}
          confirm="Withdraw invitation"
          keep="Keep it"
          failure={withdrawTexts.failed}
          onConfirm={async () => {
            await withdraw({ params: { id: String(asking.id) } });
            onWithdrawn(asking.id);
            toast(withdrawTexts.done(asking.email));
          }}
          onClose={() => {
            setAsking(null);
          }}
        >
          <p>The link in the email stops working. You can invite the same address again at any time.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly over: boolean;
  readonly onInvited: (invitation: Invitation) => void;
  readonly onWithdraw: () => void;
}

function InvitationRow({ invitation, over, onInvited, onWithdraw }: InvitationRowProps) {
  const { email, invitedBy, invitedAt, expiresAt } = invitation;
  const invite = useCommand(inviteColleague);
  const toast = useToast();
  const telling = useFailureToast(inviteTexts.failed);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const sendAgain = async () => {
    setSending(true);
    setFailure(null);
    try {
      onInvited(await telling(() => invite({ body: { email } })));
      toast(inviteTexts.sent(email));
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <li>
      <span className="avatar team-invited" aria-hidden>
        <MailOutlined aria-hidden />
      </span>
      <div className="team-person">
        <p className="team-name">
          <OneLine text={email} />
        </p>
        <p className="team-note">
          <span>Invited by</span>
          <OneLine text={invitedBy} />
          <Ago time={invitedAt} />
        </p>
      </div>
      <div className="team-actions">
        {over ? (
          <StatusTag
            tone="warning"
            icon={ClockCircleOutlined}
            text="Expired"
            reason={`The link worked until ${formatMoment(expiresAt)}`}
          />
        ) : null}
        <Button
          small
          aria-label={`Send again to ${email}`}
          loading={sending}
          onClick={() => void sendAgain()}
        >
          Send again
        </Button>
        <Button small aria-label={`Withdraw the invitation of ${email}`} onClick={onWithdraw}>
          Withdraw
        </Button>
      </div>
      {failure ? (
        <div className="team-failure">
          <FailureAlert {...inviteTexts.failed} error={failure} />
        </div>
      ) : null}
    </li>
  );
}
