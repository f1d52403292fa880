import { CheckCircleOutlined, MailOutlined, StopOutlined } from '@ant-design/icons';
import type { ManagedUser } from '@ridgeline/contracts';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useUser } from '../session/session-context.ts';

/** A user's email, and whether this is the current user. */
export function UserEmail({ user }: { readonly user: ManagedUser }) {
  const own = useUser().id === user.id;
  return (
    <div className="user-email">
      <OneLine text={user.email} />
      {own ? <span className="user-own">(you)</span> : null}
    </div>
  );
}

/** Whether a user can work: access may be revoked, and an email not verified yet. */
export function UserStatus({ user }: { readonly user: ManagedUser }) {
  if (user.accessRevoked)
    return (
      <StatusTag
        tone="error"
        icon={StopOutlined}
        text="Revoked"
        reason={user.accessRevokedReason ?? 'Access has been revoked'}
      />
    );
  return user.emailVerified ? (
    <StatusTag tone="success" icon={CheckCircleOutlined} text="Active" />
  ) : (
    <StatusTag tone="waiting" icon={MailOutlined} text="Unverified" reason="The email is not verified yet" />
  );
}
