import type { User } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useSignOut } from '../session/use-sign-out.ts';
import { AuthFrame } from './AuthFrame.tsx';

interface InvitedMemberProps {
  readonly user: User;
  /** Goes on as the present user. */
  readonly onStay: () => void;
}

/** An invitation opened by somebody who is signed in: it is accepted by making an account, so there is a choice. */
export function InvitedMember({ user, onStay }: InvitedMemberProps) {
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const left = await signOut();
    if (!left) setLeaving(false);
  };
  return (
    <AuthFrame page="Invitation" heading="You are signed in already">
      <p className="auth-note">
        You are signed in as <strong>{user.email}</strong>. The invitation that you opened is for a new
        account. To create it, sign out first; nothing of yours is lost, and running migrations go on.
      </p>
      <div className="fields">
        <Button type="primary" block loading={leaving} onClick={() => void leave()}>
          Sign out and accept the invitation
        </Button>
        <Button block onClick={onStay}>
          Stay signed in
        </Button>
      </div>
    </AuthFrame>
  );
}
