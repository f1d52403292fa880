import type { User } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { InvitationNotice } from './Notices.tsx';
import { OwnInvitation } from './OwnInvitation.tsx';
import { joinTexts } from './texts.ts';
import { useInvitation, useOwnInvitation } from './use-invitation.ts';

interface InvitedMemberProps {
  readonly user: User;
  readonly token: string;
  /** Continues as the present user. */
  readonly onStay: () => void;
}

/** An invitation opened by a signed-in user: for this account, which can accept it, or for another one. */
export function InvitedMember({ user, token, onStay }: InvitedMemberProps) {
  const own = useOwnInvitation(token);
  if (own.kind === 'own')
    return (
      <AuthFrame page="Invitation" heading={joinTexts.heading}>
        <OwnInvitation user={user} token={token} invitation={own.invitation} onDone={onStay} />
      </AuthFrame>
    );
  if (own.kind === 'not-own') return <ForAnother user={user} token={token} onStay={onStay} />;
  return (
    <AuthFrame page="Invitation" heading="You are signed in already">
      <InvitationNotice state={own} onSkip={onStay} />
      {own.kind === 'over' || own.kind === 'account-exists' ? (
        <Choice accepting={false} onStay={onStay} />
      ) : null}
    </AuthFrame>
  );
}

/** An invitation for another account is accepted by creating that account, so the user must choose. */
function ForAnother({ user, token, onStay }: InvitedMemberProps) {
  const invitation = useInvitation(token);
  const open = invitation.kind === 'open';
  const over = invitation.kind === 'over' || invitation.kind === 'account-exists';
  return (
    <AuthFrame page="Invitation" heading="You are signed in already">
      <p className="auth-note">
        You are signed in as <strong>{user.email}</strong>.
        {open
          ? ' The invitation that you opened is for a new account. To create it, sign out first; nothing is lost, and running migrations continue.'
          : null}
      </p>
      {open ? null : <InvitationNotice state={invitation} onSkip={onStay} />}
      {open || over ? <Choice accepting={open} onStay={onStay} /> : null}
    </AuthFrame>
  );
}

interface ChoiceProps {
  readonly accepting: boolean;
  readonly onStay: () => void;
}

function Choice({ accepting, onStay }: ChoiceProps) {
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const left = await signOut();
    if (!left) setLeaving(false);
  };
  const out = (
    <Button
      key="out"
      look={accepting ? 'primary' : 'plain'}
      block
      loading={leaving}
      onClick={() => void leave()}
    >
      {accepting ? 'Sign out and accept the invitation' : 'Sign out'}
    </Button>
  );
  const stay = (
    <Button key="stay" look={accepting ? 'plain' : 'primary'} block onClick={onStay}>
      Stay signed in
    </Button>
  );
  return <div className="fields">{accepting ? [out, stay] : [stay, out]}</div>;
}
